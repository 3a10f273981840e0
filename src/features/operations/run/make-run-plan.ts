import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { listExpectations } from '../../../engine/plan/list-expectations.ts';
import { toAccountDigest } from '../../../engine/plan/to-account-digest.ts';
import { toUnobserved } from '../../../engine/plan/to-unobserved.ts';
import { checkStarts } from '../../../engine/run/check-starts.ts';
import { openRunContext, type Run } from '../../../engine/run/make-plan.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { Address } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isDifferent } from '../../../model/diff/disposition.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { findAwaitedRun } from '../../../model/diff/run-state.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import { type Action, type Operation, toOperationId } from '../../../model/plan/operation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { toActivationDigest } from '../../../model/state/account-state.ts';
import { checkCancel, checkRun } from './check-run.ts';

/** Cycles of one account to run once. */
export type RunRequest = {
  /** Null: all that Git keeps paused and that are ready, or all that wait for a single run. */
  readonly addresses: ReadonlySet<Address> | null;
  /** ISO UTC; null: now. */
  readonly at: string | null;
  /** True to cancel single runs that wait. */
  readonly cancels: boolean;
};

/** Plans the single runs of one account, or their cancellation, or refuses it cycle by cycle. */
export function makeRunPlan(
  diff: AccountDiff,
  request: RunRequest & { readonly now: string },
  fingerprint: Fingerprinter,
): { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] } {
  const { addresses, now } = request;
  const cycles = diff.cycles.filter((cycle) =>
    addresses === null ? isCandidate(cycle, request) : addresses.has(cycle.address),
  );
  const refused = [
    ...listUndeclared(diff, request),
    ...cycles.flatMap((cycle) => {
      const { id } = toOperation(cycle, request);
      return (request.cancels ? checkCancel(cycle, diff, now) : checkRun(cycle, diff, id)) ?? [];
    }),
  ];
  if (refused.length > 0) return { refused };
  const operations = cycles.map((cycle) => toOperation(cycle, request));
  const changes = cycles.map((cycle) => toChange(cycle, request));
  return {
    plan: {
      account: diff.desired.key,
      id: diff.desired.id,
      isNew: false,
      desired: toAccountDigest(diff.desired),
      secrets: [],
      changes,
      operations,
      expects: listExpectations(diff, { operations, changes }, fingerprint),
      notices: [],
      ...toUnobserved(diff),
      hasNews: false,
    },
  };
}

// A selection means cycles that wait for their turn, not those that Git does not pause, and none
// that has yet to be created or already runs.
function isCandidate(cycle: CycleDiff, { cancels }: RunRequest): boolean {
  const { live, record, desired } = cycle;
  if (cancels) return findAwaitedRun(cycle.runState) !== null;
  const { activity } = desired.bound.desired;
  const isToRest = activity.kind === 'set' && activity.value.kind === 'paused';
  return isToRest && !desired.startsByWebhook && live?.status === 'Paused' && record !== null;
}

function listUndeclared(diff: AccountDiff, { addresses }: RunRequest): Diagnostic[] {
  const declared = new Set(diff.cycles.map(({ address }) => address));
  return [...(addresses ?? [])]
    .filter((address) => !declared.has(address))
    .map((address) =>
      reportError('address-unknown', {
        summary: `The manifest of ${diff.desired.key} declares no cycle ${address}`,
        at: diff.desired.at,
        address,
        remedy:
          declared.size === 0 ? 'It declares none.' : `It declares ${[...declared].join(', ')}.`,
      }),
    );
}

function toOperation(cycle: CycleDiff, request: RunRequest): Operation {
  const { address } = cycle;
  const action = toAction(cycle, request);
  const when = request.at === null ? 'now' : `at ${request.at}`;
  const name = cycle.live?.name ?? cycle.desired.bound.desired.name;
  return {
    id: toOperationId(address, action),
    address,
    action,
    does: request.cancels ? `cancels the single run of "${name}"` : `runs "${name}" once ${when}`,
    repeat: request.cancels ? 'check-first' : 'never',
    after: [],
    window: null,
  };
}

function toAction(cycle: CycleDiff, { at, cancels }: RunRequest): Action {
  const run = cycle.record?.run ?? null;
  const previous = run === null ? null : toActivationDigest(run);
  if (!cancels) return { kind: 'run-cycle', at, previous };
  return { kind: 'cancel-run', at: findAwaitedRun(cycle.runState)?.at ?? '' };
}

function toChange(cycle: CycleDiff, { at, cancels }: RunRequest): Change {
  const { address, live, desired, fields } = cycle;
  const waiting = fields.filter(
    (field) => isDifferent(field) && field.path !== 'state' && field.path !== 'schedule',
  );
  const differ = `${count(waiting.length, 'field')} ${waiting.length === 1 ? 'differs' : 'differ'} from Git; it runs with the values of the service`;
  return {
    verb: 'run',
    address,
    kind: 'cycle',
    name: live?.name ?? desired.bound.desired.name,
    impact: 'none',
    reasons: cancels || waiting.length === 0 ? [] : [differ],
    at: desired.bound.desired.at,
    runsAt: cancels ? (findAwaitedRun(cycle.runState)?.at ?? null) : at,
    cancels,
  };
}

/** Plans single runs account by account, with the check of their prerequisites. Writes nothing. */
export async function* makeRunPlans(
  run: Run,
  asked: { readonly requestOf: (account: string) => RunRequest; readonly now: () => string },
): AsyncGenerator<PlannedAccount, void, undefined> {
  const context = await openRunContext(run.context, run.named);
  yield* runInOrder(run.entries, run.width, async (entry): Promise<PlannedAccount> => {
    const { key: account } = entry;
    const observation = await observeAccount(context, fromManifest(entry));
    if (observation.kind !== 'observed') {
      const { kind, diagnostics } = observation;
      return { kind: 'unplanned', account, diagnostics, isUnread: kind === 'unread' };
    }
    const request = { ...asked.requestOf(account), now: asked.now() };
    const made = makeRunPlan(observation.diff, request, (text) =>
      context.secrets.fingerprint(text),
    );
    if ('refused' in made)
      return { kind: 'unplanned', account, diagnostics: made.refused, isUnread: false };
    const starts = await checkStarts(context.reader, observation, made.plan);
    const diagnostics =
      starts.kind === 'unread' ? starts.diagnostics : listRefusedDiagnostics(starts.refused);
    if (diagnostics.length === 0) return { kind: 'planned', plan: made.plan };
    return { kind: 'unplanned', account, diagnostics, isUnread: starts.kind === 'unread' };
  });
}
