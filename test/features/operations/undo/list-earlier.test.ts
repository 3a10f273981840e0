import { expect, it } from 'vitest';
import { listEarlier } from '../../../../src/features/operations/undo/list-earlier.ts';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldPath,
} from '../../../../src/model/address.ts';
import type { DesiredAccount } from '../../../../src/model/desired/desired.ts';
import type { PlainValue, StoredValue } from '../../../../src/model/fields/field-value.ts';
import type { Fingerprint } from '../../../../src/model/secret/secret.ts';
import type { FieldBefore } from '../../../../src/model/state/run.ts';

const northwind = toAccountAddress('northwind');
const crm = toConnectorAddress('northwind', 'crm');
const sync = toCycleAddress('northwind', 'sync');
const replaced = toCycleAddress('northwind', 'replaced');

const desired = {
  address: northwind,
  ownership: [],
  ignores: [],
  connectors: { kind: 'set', value: new Map([['crm', { address: crm }]]) },
  cycles: {
    kind: 'set',
    value: new Map([
      ['sync', { address: sync }],
      ['replaced', { address: replaced }],
    ]),
  },
} as unknown as DesiredAccount;

const plain = (value: PlainValue): StoredValue => ({ kind: 'plain', value });
const secret: StoredValue = { kind: 'secret', written: 'k:1' as Fingerprint, read: null };

function changed(
  address: FieldBefore['address'],
  names: readonly string[],
  [was, wrote]: readonly [StoredValue | null, StoredValue],
): FieldBefore {
  return { address, path: toFieldPath(...names), was, wrote };
}

function list(...before: readonly FieldBefore[]) {
  const inverse = {
    run: 'r',
    account: 'northwind',
    before,
    made: [],
    deleted: [],
    later: new Map(),
    madeLater: new Set([replaced]),
  };
  const { fields, stays } = listEarlier(desired, inverse);
  return {
    back: [...fields].flatMap(([address, each]) =>
      each.map(({ path, value }) => [`${address}/${path}`, value]),
    ),
    stays: stays.map(({ path, why }) => [path, why]),
  };
}

it.each<[string, FieldBefore, readonly [string | null, string]]>([
  ['a secret that was written', changed(crm, ['auth'], [plain(null), secret]), ['auth', 'secret']],
  [
    'text that stands where a secret was',
    changed(crm, ['properties', 'key'], [secret, plain('text')]),
    ['properties/key', 'secret'],
  ],
  [
    'what could not be read',
    changed(northwind, ['timezone'], [null, plain('UTC')]),
    ['timezone', 'not-known'],
  ],
  [
    'a value that nothing can take away',
    changed(crm, ['properties', 'region'], [plain(null), plain('eu')]),
    ['properties/region', 'no-clear'],
  ],
  [
    'a category that was made',
    changed(crm, ['customCategories', 'ledgers'], [null, plain('Ledgers')]),
    ['customCategories/ledgers', 'fixed'],
  ],
  [
    'a slot that used a connector of nobody',
    changed(sync, ['connectors', 'Sample CRM'], [plain('"Another"'), plain('crm')]),
    ['connectors/Sample CRM', 'not-known'],
  ],
  [
    'an object that no manifest names',
    changed(toCycleAddress('northwind', 'gone'), ['displayName'], [plain('a'), plain('b')]),
    [null, 'no-entry'],
  ],
  [
    'an object that a later run made',
    changed(replaced, ['state'], [plain('paused'), plain('active')]),
    [null, 'made-later'],
  ],
])('an undo leaves %s, and says why', (_, before, stay) => {
  expect(list(before)).toEqual({ back: [], stays: [stay] });
});

it('clears what had no value, where the service can', () => {
  expect(list(changed(northwind, ['description'], [plain(null), plain('text')]))).toEqual({
    back: [['northwind/description', null]],
    stays: [],
  });
});

it('ignores a field that an earlier version noted as never mapped, and leaves such a parameter', () => {
  const wrote = plain({ kind: 'value', value: 'x' });
  const back = list(
    changed(sync, ['steps', 'Get', 'fields', 'Name'], [plain(null), wrote]),
    changed(sync, ['steps', 'Get', 'parameters', 'Id'], [plain(null), wrote]),
  );
  expect(back).toEqual({
    back: [[`${sync}/steps/Get/fields/Name`, { kind: 'ignore' }]],
    stays: [['steps/Get/parameters/Id', 'no-clear']],
  });
});

it('needs nothing for what was not changed, nor the schedule of a cycle that rests again', () => {
  const every = plain({ kind: 'every', every: '15m' });
  const state = (was: string, wrote: string) =>
    changed(sync, ['state'], [plain(was), plain(wrote)]);
  expect(list(changed(northwind, ['timezone'], [plain('UTC'), plain('UTC')]))).toEqual({
    back: [],
    stays: [],
  });
  const rest = list(state('paused', 'active'), changed(sync, ['schedule'], [null, every]));
  expect(rest).toEqual({ back: [[`${sync}/state`, 'paused']], stays: [] });
  const run = list(state('active', 'paused'), changed(sync, ['schedule'], [every, every]));
  expect(run.back).toContainEqual([`${sync}/schedule`, { kind: 'every', every: '15m' }]);
});

it('leaves a cycle that ran for a single run, of which earlier versions made a state', () => {
  const once = plain({ kind: 'once', at: '2026-12-24T01:00:00Z' });
  const schedule = changed(sync, ['schedule'], [once, plain({ kind: 'every', every: '15m' })]);
  const state = (was: string, wrote: string) =>
    changed(sync, ['state'], [plain(was), plain(wrote)]);
  expect(list(state('active', 'paused'), schedule)).toEqual({
    back: [],
    stays: [
      ['state', 'single-run'],
      ['schedule', 'single-run'],
    ],
  });
  expect(list(state('paused', 'active'), schedule)).toEqual({
    back: [[`${sync}/state`, 'paused']],
    stays: [],
  });
});

it('lists a created account once, and not each object in it', () => {
  const inverse = { run: 'r', account: 'northwind', before: [], deleted: [], later: new Map() };
  const madeLater = new Set<never>();
  const { stays } = listEarlier(desired, { ...inverse, madeLater, made: [northwind, crm, sync] });
  expect(stays).toEqual([{ address: northwind, path: null, why: 'made' }]);
});
