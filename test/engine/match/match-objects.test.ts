import { describe, expect, it } from 'vitest';
import { type Matching, matchObjects } from '../../../src/engine/match/match-objects.ts';
import type { Address } from '../../../src/model/address.ts';
import { toConnectorAddress } from '../../../src/model/address.ts';
import type { Pair } from '../../../src/model/diff/pair.ts';
import type { CreateIntent, ObjectRecord } from '../../../src/model/state/account-state.ts';
import { makeAccountState, makeIntent, makeRecord } from '../../support/values/make-field-diff.ts';

type Thing = { readonly id: string; readonly name: string };

const addressOf = (key: string) => toConnectorAddress('northwind', key);

/** A record that binds a key to an id. */
function bound(key: string, remoteId: string): ObjectRecord {
  return makeRecord({ address: addressOf(key), kind: 'connector' }, { remoteId });
}

/** Pairs keys with things of their name, `ID:NAME` each; doubtful is every thing called `lost`. */
function match(
  desired: readonly string[],
  live: readonly string[],
  known: {
    readonly records?: readonly ObjectRecord[];
    readonly creates?: readonly CreateIntent[];
    readonly gone?: readonly Address[];
  } = {},
) {
  const state = makeAccountState({ objects: known.records ?? [], creates: known.creates ?? [] });
  const matching: Matching<string, Thing> = {
    desired,
    live: live.map((text) => {
      const [id = '', name = ''] = text.split(':');
      return { id, name };
    }),
    toAddress: addressOf,
    records: state.objects,
    creates: state.creates,
    gone: new Set(known.gone),
    listCandidates: (key, unbound) => unbound.filter((item) => item.name === key),
    listUnfinished: (_key, free, { idsBefore }) =>
      free.filter(({ id, name }) => name === 'new' && !idsBefore.includes(id)),
    listAmbiguous: (_key, unbound) => unbound.filter((item) => item.name === 'lost'),
  };
  return matchObjects(matching).map(describePair);
}

function describePair(pair: Pair<string, Thing>): string {
  switch (pair.kind) {
    case 'both':
      return `${pair.desired} is ${pair.live.id}${pair.record === null ? ', found' : ''}`;
    case 'desired-only':
      return `${pair.desired} is ${pair.missing}`;
    case 'live-only':
      return `${pair.live.id} is left, ${pair.record === null ? 'foreign' : 'ours'}`;
    case 'ambiguous':
      return `${pair.desired} may be ${pair.candidates.map((item) => item.id).join()}`;
  }
}

describe('matchObjects', () => {
  it('uses the state before names', () => {
    const records = [bound('crm', '1')];
    expect(match(['crm'], ['1:renamed', '2:crm'], { records })).toEqual([
      'crm is 1',
      '2 is left, foreign',
    ]);
  });

  it('finds the only candidate without state', () => {
    expect(match(['crm'], ['1:crm', '2:other'])).toEqual(['crm is 1, found', '2 is left, foreign']);
  });

  it('refuses to choose between several candidates', () => {
    expect(match(['crm'], ['1:crm', '2:crm'])[0]).toBe('crm may be 1,2');
  });

  it('does not take what is bound to another key', () => {
    const records = [bound('mailer', '1')];
    expect(match(['crm'], ['1:crm'], { records })).toEqual(['crm is new', '1 is left, ours']);
  });

  it('distinguishes new, gone and interrupted objects', () => {
    const records = [bound('old', '9')];
    const creates = [makeIntent({ address: addressOf('begun'), kind: 'connector' })];
    const gone = [addressOf('old')];
    expect(match(['fresh', 'old', 'begun'], [], { records, creates, gone })).toEqual([
      'fresh is new',
      'old is gone',
      'begun is interrupted',
    ]);
  });

  it('finds by its name what took the place of one that is gone', () => {
    const records = [bound('crm', '1')];
    const known = { records, gone: [addressOf('crm')] };
    expect(match(['crm'], ['2:crm'], known)).toEqual(['crm is 2, found']);
  });

  it('refuses to make something while a lost create may have made it', () => {
    expect(match(['crm'], ['1:lost'])[0]).toBe('crm may be 1');
    const creates = [makeIntent({ address: addressOf('crm'), kind: 'connector' })];
    expect(match(['crm'], ['1:lost'], { creates })[0]).toBe('crm is interrupted');
  });

  it('refuses both keys that mean one object', () => {
    const twice = match(['crm', 'crm'], ['1:crm']);
    expect(twice).toEqual(['crm may be 1', 'crm may be 1']);
  });

  it('assigns the results of interrupted creates, and refuses if there are more than creates', () => {
    const started = (key: string, ...before: string[]) =>
      makeIntent({ address: addressOf(key), kind: 'connector' }, before);
    const both = { creates: [started('crm'), started('files', '1')] };
    const all = (live: readonly string[], known = both) => match(['crm', 'files'], live, known);
    expect(all(['1:new'])).toEqual(['crm is 1, found', 'files is interrupted']);
    expect(all(['2:new'])).toEqual(['crm is 2, found', 'files is interrupted']);
    expect(all(['1:new', '2:new'])).toEqual(['crm is 1, found', 'files is 2, found']);
    const more = ['1:new', '2:new', '3:new'];
    expect(all(more).slice(0, 2)).toEqual(['crm may be 1,2,3', 'files may be 2,3']);
    expect(all(['1:new', '2:files']).slice(0, 2)).toEqual(['crm is 1, found', 'files is 2, found']);
    expect(match(['crm'], ['1:new', '2:new'], both)[0]).toBe('crm may be 1,2');
  });

  it('returns the rest, ours and unmanaged, each once', () => {
    const records = [bound('gone-from-git', '1')];
    expect(match([], ['1:a', '2:b'], { records })).toEqual([
      '1 is left, ours',
      '2 is left, foreign',
    ]);
  });
});
