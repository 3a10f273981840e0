import fc from 'fast-check';
import {
  connectorAddress,
  cycleAddress,
  type FieldPath,
  toFieldPath,
} from '../../../src/model/address.ts';
import type { Change, FieldChange, ShownValue } from '../../../src/model/change.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { PlainValue } from '../../../src/model/field-value.ts';
import type { Operation } from '../../../src/model/operation.ts';
import { toOperationId } from '../../../src/model/operation.ts';
import type { AccountOutcome, OperationOutcome } from '../../../src/model/outcome.ts';
import type { AccountPlan, Notice, PlanTarget } from '../../../src/model/plan.ts';
import type { PlannedAccount } from '../../../src/model/report.ts';
import type { SourceSpan } from '../../../src/model/source-span.ts';
import { stayReasons } from '../../../src/model/undo.ts';

// Reports of any content, with names that a hostile service or manifest would choose.

const nasty = [
  '\u001b[31mred\u001b[0m',
  '\u009b2Jclear',
  'left\u202eright',
  'two\nlines\r\n  + account',
  '日本語の名前'.repeat(20),
  '👩‍🔧'.repeat(30),
  'e\u0301'.repeat(90),
  '\ud83d',
  'a b '.repeat(60),
  'x'.repeat(300),
  '" → "',
  `it's "both"`,
  '/%2F//',
  '',
] as const;

/** A name, friendly or not. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('northwind', 'crm', 'Add subscriber', 'Email.Address') },
  { weight: 2, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

export const anySpan: fc.Arbitrary<SourceSpan> = fc.record({
  file: anyName.map((name) => `accounts/${name}.yaml`),
  line: fc.integer({ min: 1, max: 9999 }),
  column: fc.integer({ min: 1, max: 200 }),
  endLine: fc.constant(1),
  endColumn: fc.constant(1),
  pointer: fc.constant(''),
});

export const anyPath: fc.Arbitrary<FieldPath> = fc.oneof(
  fc.constantFrom('timezone', 'state', 'auth').map((name) => toFieldPath(name)),
  anyName.map((name) => toFieldPath('properties', name)),
  fc
    .tuple(anyName, fc.constantFrom('parameters', 'fields'), anyName)
    .map(([step, slot, target]) => toFieldPath('steps', step, slot, target)),
);

const anyPlain: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.constant(null),
  anyName,
  fc.array(anyName, { maxLength: 40 }).map((lines) => lines.join('\n')),
  fc.integer(),
  fc.boolean(),
  fc.array(anyName, { maxLength: 4 }),
  fc.record({ kind: fc.constant('step'), step: anyName, field: anyName } as const),
  fc.record({ kind: fc.constant('expression'), expression: anyName } as const),
  fc.record({ kind: fc.constant('lookup'), value: anyName, label: anyName } as const),
  fc.constant({ kind: 'every', every: '15m', startAt: '2026-12-01T06:00:00Z' } as const),
);

export const anyValue: fc.Arbitrary<ShownValue> = fc.oneof(
  { weight: 4, arbitrary: anyPlain.map((value) => ({ kind: 'plain', value }) as const) },
  {
    weight: 1,
    arbitrary: fc.option(anyName).map((from) => ({ kind: 'secret', from }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'unknown' } as const) },
);

export const anyDiagnostic: fc.Arbitrary<Diagnostic> = fc.record(
  {
    code: fc.constantFrom('unread', 'request-failed', 'left-paused', 'change-refused'),
    severity: fc.constantFrom('error', 'warning'),
    summary: anyName,
    detail: anyName,
    at: anySpan,
    remedy: anyName,
    related: fc.array(fc.record({ at: anySpan, says: anyName }), { maxLength: 2 }),
  },
  { requiredKeys: ['code', 'severity', 'summary'] },
);

const anyField: fc.Arbitrary<FieldChange> = fc.record({
  path: anyPath,
  before: anyValue,
  after: anyValue,
  secret: fc.boolean(),
  moved: fc.constantFrom('manifest', 'live', 'both', 'unknown', 'unfinished', 'earlier', 'new'),
  at: fc.option(anySpan),
});

const anyChangeParts = fc.record({
  verb: fc.constantFrom('create', 'update', 'replace', 'adopt', 'delete', 'forget'),
  key: anyName,
  origin: anyName,
  reasons: fc.array(anyName, { maxLength: 3 }),
  fields: fc.array(anyField, { minLength: 1, maxLength: 4 }),
  impact: fc.constantFrom('in-place', 'interrupts'),
  path: fc.option(anyPath),
  isCycle: fc.boolean(),
});

type ChangeParts = typeof anyChangeParts extends fc.Arbitrary<infer Parts> ? Parts : never;

function anyChange(account: string): fc.Arbitrary<Change> {
  return anyChangeParts.map((parts) => toChange(account, parts));
}

function toChange(account: string, parts: ChangeParts): Change {
  const { verb, key, origin, reasons, fields, impact, path, isCycle } = parts;
  const kind = isCycle ? 'cycle' : 'connector';
  const address = isCycle ? cycleAddress(account, key) : connectorAddress(account, key);
  const base = { address, kind, name: key, reasons, at: null } as const;
  switch (verb) {
    case 'create':
      return { ...base, verb, impact: 'in-place', origin, fields };
    case 'update':
      return { ...base, verb, impact, fields };
    case 'replace':
      return {
        ...base,
        verb,
        impact: 'replaces',
        origin,
        fields,
        remoteId: 'id',
        webhooks: reasons,
      };
    case 'adopt':
      return { ...base, verb, impact: 'none', remoteId: 'id' };
    case 'delete':
      return { ...base, verb, impact: 'destroys', remoteId: 'id' };
    case 'forget':
      return { ...base, verb, impact: 'none', path };
  }
}

export function anyNotice(account: string): fc.Arbitrary<Notice> {
  const address = anyName.map((key) => connectorAddress(account, key));
  const since = fc.constant('2026-11-21T10:00:00Z');
  return fc.oneof(
    fc.record({
      kind: fc.constant('waits'),
      address,
      name: anyName,
      user: anyName,
      at: anySpan,
    } as const),
    fc.record({
      kind: fc.constant('stays-paused'),
      address,
      connectors: fc.array(address, { minLength: 1, maxLength: 3 }),
    } as const),
    fc.record({
      kind: fc.constant('edit-waits'),
      address,
      paths: fc.array(anyPath, { minLength: 1, maxLength: 3 }),
      connectors: fc.array(address, { minLength: 1, maxLength: 3 }),
    } as const),
    fc.record({ kind: fc.constant('not-started'), address, at: anySpan } as const),
    fc.record({ kind: fc.constant('run-unknown'), address, moment: since } as const),
    fc.record({ kind: fc.constant('account-first'), address } as const),
    fc.record({
      kind: fc.constant('by-hand'),
      address,
      path: anyPath,
      wants: anyValue,
      at: anySpan,
    } as const),
    fc.record({ kind: fc.constant('delete-by-hand'), address } as const),
    fc.record({
      kind: fc.constant('foreign'),
      object: fc.constantFrom('connector', 'cycle'),
      name: anyName,
    } as const),
    fc.record({
      kind: fc.constant('not-compared'),
      address,
      path: anyPath,
      from: anyName,
      lack: fc.constantFrom('not-set', 'outside'),
    } as const),
    fc.record({ kind: fc.constant('not-readable'), address, path: anyPath } as const),
    fc.record({
      kind: fc.constant('paused-by-us'),
      address,
      since,
      reason: anyName,
      isNamed: fc.boolean(),
    } as const),
    fc.record({ kind: fc.constant('other-key'), address, path: anyPath } as const),
    fc.record({ kind: fc.constant('create-interrupted'), address, since } as const),
    fc.record({ kind: fc.constant('names-unchecked'), address } as const),
    fc.record({ kind: fc.constant('slot-unfilled'), address, slot: anyName, at: anySpan } as const),
    fc.record({
      kind: fc.constant('observed'),
      address,
      path: anyPath,
      wants: anyValue,
      is: anyValue,
      at: anySpan,
    } as const),
    fc.record({
      kind: fc.constant('troubled'),
      address,
      errors: fc.nat(),
      warnings: fc.nat(),
    } as const),
    fc.record({ kind: fc.constant('behind-template'), address } as const),
    fc.record({ kind: fc.constant('behind-unread'), address, why: anyName } as const),
    fc.record({
      kind: fc.constant('unshown'),
      address,
      fields: fc.array(fc.record({ address, path: anyPath }), { minLength: 1, maxLength: 12 }),
    } as const),
    fc.record({
      kind: fc.constant('launch-visible'),
      address,
      path: anyPath,
      wants: fc.boolean(),
      at: anySpan,
    } as const),
    fc.record({
      kind: fc.constant('not-undone'),
      address,
      path: fc.option(anyPath),
      why: fc.constantFrom(...stayReasons),
    } as const),
  );
}

function anyOperation(account: string): fc.Arbitrary<Operation> {
  return fc.record({ key: anyName, does: anyName }).map(({ key, does }): Operation => {
    const address = cycleAddress(account, key);
    const action = { kind: 'delete-cycle' } as const;
    const id = toOperationId(address, action);
    return { id, address, does, action, repeat: 'safe', after: [], window: null };
  });
}

const anyPlan: fc.Arbitrary<AccountPlan> = anyName.chain((account) =>
  fc.record({
    account: fc.constant(account),
    id: anyName,
    isNew: fc.boolean(),
    desired: fc.constant('d'),
    secrets: fc.constant([]),
    expects: fc.constant([]),
    changes: fc.array(anyChange(account), { maxLength: 4 }),
    operations: fc.array(anyOperation(account), { maxLength: 3 }),
    notices: fc.array(anyNotice(account), { maxLength: 12 }),
    notOffered: fc.constant([]),
    notReadable: fc.nat(),
    hasNews: fc.boolean(),
  }),
);

/** One account of a plan. */
export const anyPlannedAccount: fc.Arbitrary<PlannedAccount> = fc.oneof(
  { weight: 3, arbitrary: anyPlan.map((plan) => ({ kind: 'planned', plan }) as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('unplanned'),
      account: anyName,
      diagnostics: fc.array(anyDiagnostic, { minLength: 1, maxLength: 3 }),
      isUnread: fc.boolean(),
    } as const),
  },
);

/** What became of one account. */
export const anyOutcome: fc.Arbitrary<AccountOutcome> = anyName.chain((account) =>
  fc.record({
    account: fc.constant(account),
    outcomes: fc.array(
      fc.record({
        operation: anyOperation(account),
        result: fc.constantFrom('done', 'waiting', 'failed', 'unknown', 'undone', 'skipped'),
        diagnostics: fc.array(anyDiagnostic, { maxLength: 2 }),
      }) as fc.Arbitrary<OperationOutcome>,
      { maxLength: 5 },
    ),
    diagnostics: fc.array(anyDiagnostic, { maxLength: 2 }),
  }),
);

/** A target with an address of any kind. */
export const anyTarget: fc.Arbitrary<PlanTarget> = fc.record({
  environment: anyName,
  service: fc.constantFrom('emulator', 'remote'),
  address: anyName,
});
