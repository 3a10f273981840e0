import { expect, it } from 'vitest';
import { readState } from '../../../../src/features/operations/state/read-state.ts';
import { startHash } from '../../../../src/kit/hash.ts';
import { OperationalError } from '../../../../src/kit/operational-error.ts';
import { accountPlan } from '../../../support/values/make-plan.ts';

const head = { format: 'cyclectl-state/1', scope: 'northwind/prod' };
const object = {
  address: 'northwind/connectors/crm',
  kind: 'connector',
  remoteId: '1',
  applied: {},
};
const runAccount = {
  account: 'a',
  state: 'done',
  plan: null,
  before: [],
  made: [],
  deleted: [],
};
const entry = { kind: 'object', account: 'northwind', record: object };

/** An export with its end as it must be. */
function seal(...values: readonly unknown[]): readonly string[] {
  const hash = startHash();
  const lines = values.map((value) => JSON.stringify(value));
  for (const line of lines) hash.add(`${line}\n`);
  return [...lines, JSON.stringify({ lines: values.length - 1, digest: hash.end() })];
}

const read = (lines: readonly string[]) => [
  ...readState(lines, { file: 'a.jsonl', scope: 'northwind/prod' }),
];

it('gives the records of a whole export', () => {
  expect(read(seal(head, entry))).toEqual([entry]);
  expect(read(seal(head))).toEqual([]);
});

const elsewhere = '/record/address must be an address of the account in /account';

it.each([
  ['of an account that is not its own', { ...entry, account: 'contoso' }, elsewhere],
  ['of an account whose name begins as another', { ...entry, account: 'north' }, elsewhere],
  [
    'without an id',
    { ...entry, record: { ...object, remoteId: undefined } },
    '/record/remoteId must be text',
  ],
  ['of a kind that nobody knows', { ...entry, kind: 'toString' }, '/kind must be one of target, '],
  ['without a record', { kind: 'run' }, '/record must be an object'],
  ['of an account of no run', { kind: 'run-account', record: runAccount }, '/run must be text'],
])('refuses a record %s, and says its line and place', (_what, broken, fault) => {
  expect(() => read(seal(head, entry, broken))).toThrow(
    `a.jsonl:3: this is not a record of a store: ${fault}`,
  );
});

it.each([
  ['an id that is none', { remoteId: null }],
  ['an odd value', { applied: { displayName: null } }],
  ['a secret in the clear', { applied: { auth: { kind: 'secret', written: 7, read: null } } }],
  ['no values', { applied: null }],
  ['a rhythm that no service has', { run: { schedule: { kind: 'every', every: '2m' } } }],
  ['a time that is none', { waitsSince: 'soon' }],
  ['places that are none', { secretPlaces: 7 }],
  ['categories without an id', { categories: { orders: {} } }],
  ['a protection that is none', { isProtected: 'yes' }],
])('refuses an object with %s', (_what, odd) => {
  const broken = { ...entry, record: { ...object, ...odd } };
  expect(() => read(seal(head, broken))).toThrow(
    /:2: this is not a record of a store: \/record\/./,
  );
});

const mapped = 'steps/Add/fields/Email';

it.each([
  [{ kind: 'step', step: [], field: 'Email' }, '/value/step must be text'],
  [{ kind: 'expression' }, '/value/expression must be text'],
  [{ kind: 'toString' }, '/value/kind must be one of value, step, '],
  [{ kind: 'once', at: 'soon' }, '/value/at must be a date and time'],
  [['a', 7], '/value/1 must be text'],
])('refuses an applied value such as %j and names its place', (value, fault) => {
  const applied = { [mapped]: { kind: 'plain', value, origin: 'sent' } };
  const broken = { ...entry, record: { ...object, applied } };
  expect(() => read(seal(head, broken))).toThrow(
    `/record/applied/${mapped.replaceAll('/', '~1')}${fault}`,
  );
});

it('shortens the place of a damaged part, and hides what a terminal would obey', () => {
  const broken = { ...entry, record: { ...object, applied: { [`\u001b${'x'.repeat(5000)}`]: 7 } } };
  expect(() => read(seal(head, broken))).toThrow(
    /: \/record\/applied\/\\u\{1b\}x{180,190}… must be an object$/,
  );
});

it('refuses an account of a run whose plan is damaged', () => {
  const toEntry = (plan: object) => ({
    kind: 'run-account',
    run: 'run',
    record: { ...runAccount, plan },
  });
  const plan = accountPlan('a');
  expect(read(seal(head, toEntry(plan)))).toEqual([toEntry(plan)]);
  expect(() => read(seal(head, toEntry({ ...plan, operations: [{}] })))).toThrow(
    '/record/plan/operations/0/id must be text',
  );
});

it('refuses a run of which a part is of another kind than it must be', () => {
  const run = {
    id: 'run',
    command: 'apply',
    startedAt: '2026-12-01T05:00:00.000Z',
    author: { user: 'ann', host: 'desk' },
    commit: null,
    approved: null,
    holder: 'holder',
    resumedAt: [],
    end: null,
  };
  const toEntry = (record: object) => ({ kind: 'run', record });
  expect(read(seal(head, toEntry(run)))).toEqual([toEntry(run)]);
  for (const name of Object.keys(run)) {
    for (const odd of [7, [7], { [name]: 7 }]) {
      const lines = seal(head, toEntry({ ...run, [name]: odd }));
      expect(() => read(lines), `${name} ${JSON.stringify(odd)}`).toThrow(
        /:2: this is not a record/,
      );
    }
  }
});

it('refuses a second head, and what is no object', () => {
  expect(() => read(seal(head, head))).toThrow(/:2: this is not a record/);
  expect(() => read(['[]'])).toThrow(/:1: this is not a line of an export/);
  expect(() => read([...seal(head), '{}'])).toThrow(/:3: the export continues after its last line/);
});

it('refuses a count and a digest that are not those of its records', () => {
  const whole = seal(head, entry);
  const other = whole.map((line) => line.replace('"remoteId":"1"', '"remoteId":"2"'));
  expect(() => read(other)).toThrow(/its digest does not match/);
  expect(() => read(whole.filter((_, at) => at !== 1))).toThrow(/has 0 records and declares 1/);
  expect(() => read(whole.slice(0, -1))).toThrow(OperationalError);
});
