import { describe, expect, it } from 'vitest';
import { matchCycles } from '../../../src/engine/match/match-cycles.ts';
import { toIdentityTag } from '../../../src/model/diff/identity.ts';
import type { LiveCycle } from '../../../src/model/live/live.ts';
import { makeCycle, syncSource } from '../../support/values/make-desired.ts';
import { makeAccountState, makeIntent } from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

const desired = makeCycle('sync', { name: 'Contacts' });
const others = makeCycle('other', { name: 'Others' });
const ours = { tags: [toIdentityTag('sync')] };

/** What the cycle `sync`, called Contacts, is paired with; `begun`: ids that were there before a lost create. */
function match(live: readonly LiveCycle[], begun: readonly string[] | null = null) {
  const creates = begun === null ? [] : [makeIntent({ ...desired, kind: 'cycle' }, begun)];
  const bound = [{ desired, source: syncSource }];
  const [pair] = matchCycles(bound, live, {
    state: makeAccountState({ creates }),
    gone: new Set(),
  });
  if (pair?.kind === 'both') return pair.live.id;
  return pair?.kind === 'ambiguous' ? pair.candidates.map((item) => item.id) : pair?.kind;
}

describe('matchCycles', () => {
  it('goes by our tag before it goes by the name', () => {
    const tagged = liveCycle('1', { ...ours, name: 'Renamed' });
    expect(match([tagged, liveCycle('2', { name: 'Contacts' })])).toBe('1');
  });

  it('goes by name and template where no cycle has our tag', () => {
    const stranger = liveCycle('1', { name: 'Contacts', templateId: 'template-2' });
    expect(match([stranger, liveCycle('2', { name: 'Contacts' })])).toBe('2');
    expect(match([stranger])).toBe('desired-only');
  });

  it('leaves a cycle with the tag of another key to that key, whatever its name', () => {
    const tags = [toIdentityTag('other')];
    expect(match([liveCycle('1', { name: 'Contacts', tags })])).toBe('desired-only');
  });

  it('refuses two of one name, and two with our tag', () => {
    const twins = ['1', '2'].map((id) => liveCycle(id, { name: 'Contacts' }));
    expect(match(twins)).toEqual(['1', '2']);
    const copies = ['1', '2'].map((id) => liveCycle(id, ours));
    expect(match(copies)).toEqual(['1', '2']);
  });
});

describe('what looks like the rest of a lost install', () => {
  const rest = liveCycle('1', { name: 'Sync' });

  it('makes a create doubtful', () => {
    expect(match([rest])).toEqual(['1']);
  });

  it('is no doubt once it ran, runs, has a tag of ours or is of another template', () => {
    expect(match([{ ...rest, hasRun: true }])).toBe('desired-only');
    expect(match([{ ...rest, status: 'Active' }])).toBe('desired-only');
    expect(match([{ ...rest, tags: [toIdentityTag('other')] }])).toBe('desired-only');
    expect(match([{ ...rest, templateId: 'template-2' }])).toBe('desired-only');
  });

  it('is no doubt where another entry of the manifest is called so', () => {
    const bound = [desired, { ...others, name: 'Sync' }].map((item) => ({
      desired: item,
      source: syncSource,
    }));
    const pairs = matchCycles(bound, [rest], { state: makeAccountState(), gone: new Set() });
    expect(pairs.map((pair) => pair.kind)).toEqual(['desired-only', 'both']);
  });

  it('is no doubt where it came from an install of another entry that was started', () => {
    const bound = [desired, others].map((item) => ({ desired: item, source: syncSource }));
    const creates = [makeIntent({ ...desired, kind: 'cycle' }, [])];
    const state = makeAccountState({ creates });
    const pairs = matchCycles(bound, [rest], { state, gone: new Set() });
    expect(pairs.map((pair) => pair.kind)).toEqual(['both', 'desired-only']);
    const second = matchCycles(bound, [rest, liveCycle('2', { name: 'Sync' })], {
      state: makeAccountState({ creates: [makeIntent({ ...desired, kind: 'cycle' }, ['2'])] }),
      gone: new Set(),
    });
    expect(second.map((pair) => pair.kind)).toEqual(['both', 'ambiguous', 'live-only']);
  });

  it('is ours when we began the install and it was not there before', () => {
    expect(match([rest], [])).toBe('1');
    expect(match([rest], ['1'])).toBe('desired-only');
    expect(match([{ ...rest, tags: [toIdentityTag('other')] }], [])).toBe('desired-only');
    expect(match([rest, liveCycle('2', { name: 'Sync' })], ['1'])).toBe('2');
  });
});

describe('a cycle with the tag of a key and of another template', () => {
  const stranger = liveCycle('1', { ...ours, name: 'Contacts', templateId: 'template-2' });

  it('is a rival without state of the key: two must not run', () => {
    expect(match([stranger])).toEqual(['1']);
    expect(match([stranger, liveCycle('2', { ...ours, name: 'Contacts' })])).toEqual(['2', '1']);
  });

  it('is none where a create of ours has started', () => {
    expect(match([stranger], ['1'])).toBe('desired-only');
  });

  it('is also one without the tag if the account has no state, and it runs', () => {
    const running = { name: 'Contacts', templateId: 'template-2', status: 'Active' };
    expect(match([liveCycle('1', running)])).toEqual(['1']);
    expect(match([liveCycle('1', { ...running, name: 'Others' })])).toBe('desired-only');
  });
});
