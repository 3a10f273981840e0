import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { listExpectations } from '../../../engine/plan/list-expectations.ts';
import { toAccountDigest } from '../../../engine/plan/to-account-digest.ts';
import { toUnobserved } from '../../../engine/plan/to-unobserved.ts';
import { openRunContext, type Run } from '../../../engine/run/open-run.ts';
import { checkStarts } from '../../../engine/run/planning/check-starts.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { Address } from '../../../model/address.ts';
import type { SingleRun } from '../../../model/desired/schedule.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isDifferent } from '../../../model/diff/disposition.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { type KeptRun, listKeptRuns } from '../../../model/diff/kept-runs.ts';
import { findAwaitedRun } from '../../../model/diff/run-state.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Fingerprinter } from '../../../model/plan/expectation.ts';
import { type Action, type Operation, toOperationId } from '../../../model/plan/operation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import { type SentActivation, toActivationDigest } from '../../../model/state/account-state.ts';
import { checkCancel, checkRun, checkStoppable } from './check-run.ts';

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
  const kept = request.cancels
    ? listKeptRuns(diff).filter(({ address }) => addresses?.has(address) ?? true)
    : [];
  const refused = [
    ...listUndeclared(diff, request, kept),
    ...cycles.flatMap((cycle) => {
      const { id } = toOperation(toTarget(cycle), request);
      return (request.cancels ? checkCancel(cycle, diff, now) : checkRun(cycle, diff, id)) ?? [];
    }),
    ...kept.flatMap((each) => checkStoppable({ ...each, at: diff.desired.at }, diff, now) ?? []),
  ];
  if (refused.length > 0) return { refused };
  const targets = [...cycles.map(toTarget), ...kept.map(toKeptTarget)];
  const operations = targets.map((target) => toOperation(target, request));
  const changes = targets.map((target) => toChange(target, request));
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

function listUndeclared(
  { cycles, desired }: AccountDiff,
  { addresses, cancels }: RunRequest,
  kept: readonly KeptRun[],
): Diagnostic[] {
  const declared = cycles.map(({ address }) => address);
  const known = new Set([...declared, ...kept.map(({ address }) => address)]);
  const others = cancels ? ' Stop other cycles in the console.' : '';
  return [...(addresses ?? [])]
    .filter((address) => !known.has(address))
    .map((address) =>
      reportError('address-unknown', {
        summary: `The manifest of ${desired.key} declares no cycle ${address}`,
        at: desired.at,
        address,
        remedy: `${declared.length === 0 ? 'It declares none.' : `It declares ${declared.join(', ')}.`}${others}`,
      }),
    );
}

/** A cycle that runs once, or whose single run is cancelled. */
type Target = {
  readonly address: Address;
  readonly name: string;
  readonly at: Change['at'];
  readonly previous: SentActivation | null;
  readonly awaited: SingleRun | null;
  /** Number of fields that differ from Git, without its state and schedule. */
  readonly differing: number;
};

function toTarget({ address, live, record, desired, fields, runState }: CycleDiff): Target {
  const { name, at } = desired.bound.desired;
  const waiting = fields.filter(
    (field) => isDifferent(field) && field.path !== 'state' && field.path !== 'schedule',
  );
  return {
    address,
    name: live?.name ?? name,
    at,
    previous: record?.run ?? null,
    awaited: findAwaitedRun(runState),
    differing: waiting.length,
  };
}

// Git no longer names it.
function toKeptTarget({ address, live: { name }, run: awaited }: KeptRun): Target {
  return { address, name, at: null, previous: null, awaited, differing: 0 };
}

function toOperation(target: Target, request: RunRequest): Operation {
  const { address, name } = target;
  const action = toAction(target, request);
  const when = request.at === null ? 'now' : `at ${request.at}`;
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

function toAction({ previous, awaited }: Target, { at, cancels }: RunRequest): Action {
  if (cancels) return { kind: 'cancel-run', at: awaited?.at ?? '' };
  return { kind: 'run-cycle', at, previous: previous && toActivationDigest(previous) };
}

function toChange(target: Target, { at: runsAt, cancels }: RunRequest): Change {
  const { address, name, at, awaited, differing } = target;
  const differ = `${count(differing, 'field')} ${differing === 1 ? 'differs' : 'differ'} from Git; it runs with the values of the service`;
  return {
    verb: 'run',
    address,
    kind: 'cycle',
    name,
    impact: 'none',
    reasons: cancels || differing === 0 ? [] : [differ],
    at,
    runsAt: cancels ? (awaited?.at ?? null) : runsAt,
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
