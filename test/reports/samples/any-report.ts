import fc from 'fast-check';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../src/model/address.ts';
import type { Change, FieldChange } from '../../../src/model/plan/change.ts';
import type { Operation } from '../../../src/model/plan/operation.ts';
import { toOperationId } from '../../../src/model/plan/operation.ts';
import type { AccountOutcome, OperationOutcome } from '../../../src/model/plan/outcome.ts';
import type { AccountPlan, PlanTarget } from '../../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { anyNotice } from './any-notice.ts';
import { anyDiagnostic, anyName, anyPath, anySpan, anyValue } from './any-values.ts';

const anyField: fc.Arbitrary<FieldChange> = fc.record({
  path: anyPath,
  before: anyValue,
  after: anyValue,
  secret: fc.boolean(),
  moved: fc.constantFrom('manifest', 'live', 'both', 'unknown', 'unfinished', 'earlier', 'new'),
  at: fc.option(anySpan),
});

const anyChangeParts = fc.record({
  verb: fc.constantFrom('create', 'update', 'replace', 'adopt', 'delete', 'forget', 'run'),
  key: anyName,
  origin: anyName,
  reasons: fc.array(anyName, { maxLength: 3 }),
  fields: fc.array(anyField, { minLength: 1, maxLength: 4 }),
  impact: fc.constantFrom('in-place', 'interrupts'),
  path: fc.option(anyPath),
  isCycle: fc.boolean(),
  run: fc.record({
    runsAt: fc.option(fc.constant('2026-11-21T10:00:00Z')),
    cancels: fc.boolean(),
  }),
});

type ChangeParts = typeof anyChangeParts extends fc.Arbitrary<infer Parts> ? Parts : never;

function anyChange(account: string): fc.Arbitrary<Change> {
  return anyChangeParts.map((parts) => toChange(account, parts));
}

function toChange(account: string, parts: ChangeParts): Change {
  const { verb, key, origin, reasons, fields, impact, path, isCycle } = parts;
  const kind = isCycle ? 'cycle' : 'connector';
  const address = isCycle ? toCycleAddress(account, key) : toConnectorAddress(account, key);
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
    case 'run':
      return { ...base, verb, kind: 'cycle', impact: 'none', ...parts.run };
  }
}

function anyOperation(account: string): fc.Arbitrary<Operation> {
  return fc.record({ key: anyName, does: anyName }).map(({ key, does }): Operation => {
    const address = toCycleAddress(account, key);
    const action = { kind: 'delete-cycle' } as const;
    const id = toOperationId(address, action);
    return { id, address, does, action, repeat: 'safe', after: [], window: null };
  });
}

const anyPlan: fc.Arbitrary<AccountPlan> = anyName
  .chain((account) =>
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
      requests: fc.record({ plan: fc.nat(99), apply: fc.nat(99) }),
      // An account of which something was not read.
      ...{ unread: fc.constantFrom('nothing', 'account', 'cycles') },
    }),
  )
  .map(({ unread, ...plan }): AccountPlan => {
    if (unread === 'nothing') return plan;
    const address =
      unread === 'account' ? toAccountAddress(plan.account) : toCycleAddress(plan.account, 'a/b');
    return { ...plan, notRead: [address] };
  });

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

/** Any outcome of one account. */
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
