import type { Address } from '../../../../model/address.ts';
import { isUpcoming, toActivation } from '../../../../model/desired/schedule.ts';
import { type Answer, formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { Prerequisite } from '../../../../model/live/live.ts';
import type { Operation } from '../../../../model/plan/operation.ts';
import { reportUnknownRun } from '../../../../model/report/advice/report-single-run.ts';
import { type SentActivation, toLastingRun } from '../../../../model/state/account-state.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  findRemoteId,
  type OperationResult,
  toFailed,
} from '../../apply-state.ts';
import { checkConnectorAmbiguity } from '../check-connector-ambiguity.ts';
import { checkConnectorHealth } from '../check-connector-health.ts';
import { checkPrerequisites, readPrerequisites } from '../check-prerequisites.ts';
import { saveRunState } from './save-run-state.ts';

/**
 * Runs a paused cycle once. Records the run as unknown before its request, which is never repeated:
 * from then on only a cycle that runs, or a person, can say what became of it.
 */
export async function runOnce(
  state: ApplyState,
  operation: Operation,
  at: string | null,
): Promise<OperationResult> {
  const { writer, clock } = state.ports;
  const { address } = operation;
  const refused = await checkReady(state, operation, at);
  if (refused !== null) return refused;
  const earlier = state.records.get(address)?.run ?? null;
  const run = toSingleRun(at, clock.now(), earlier);
  await saveRunState(state, address, { ...run, isUnknown: true });
  const answer = await writer.activateCycle(
    findAccountId(state),
    findRemoteId(state, address),
    run.sent,
  );
  if (!answer.ok && answer.failure.kind !== 'outcome-unknown') {
    await saveRunState(state, address, earlier);
    return toFailed(operation, answer.failure, formatFailure(answer.failure));
  }
  if (!(await hasStarted(state, operation, { answer, at }))) {
    const { environment } = state.diff.desired;
    return { kind: 'unknown', diagnostics: [reportUnknownRun(address, at, environment)] };
  }
  await saveRunState(state, address, run);
  return done;
}

async function checkReady(
  state: ApplyState,
  operation: Operation,
  at: string | null,
): Promise<OperationResult | null> {
  const { reader, clock } = state.ports;
  const { address } = operation;
  const cycle = { account: findAccountId(state), cycle: findRemoteId(state, address) };
  const lacking = await readPrerequisites(reader, cycle);
  if (!lacking.ok) return toFailed(operation, lacking.failure, formatFailure(lacking.failure));
  if (lacking.value.length > 0) return checkLacking(state, operation, lacking.value);
  const unfit =
    (await checkConnectorHealth(state, operation)) ??
    (await checkConnectorAmbiguity(state, operation));
  if (unfit !== null) return unfit;
  const now = clock.now();
  return at !== null && Date.parse(at) <= Date.parse(now) ? toPast(address, at, now) : null;
}

// Nothing starts a single run later, so it does not wait for a sign-in.
async function checkLacking(
  state: ApplyState,
  operation: Operation,
  lacking: readonly Prerequisite[],
): Promise<OperationResult> {
  const { address } = operation;
  const checked = await checkPrerequisites(state, operation, lacking);
  if (checked.kind !== 'waiting') return checked;
  const summary = `${address}: its connector is not signed in`;
  const remedy =
    'Sign it in with cyclectl consent, or in the console if auth is not in its manifest, and run the cycle again.';
  return toRefused({ code: 'prerequisite-missing', summary, address, remedy });
}

function toPast(address: Address, at: string, now: string): OperationResult {
  const summary = `${address}: the time of its single run, ${at}, is past: it is ${now}`;
  const remedy =
    'It was not started. Run it again with a later --at, or without one to run it now.';
  return toRefused({ code: 'run-refused', summary, address, remedy });
}

function toRefused(why: Omit<Diagnostic, 'severity'>): OperationResult {
  return { kind: 'failed', diagnostics: [{ ...why, severity: 'error' }] };
}

// Without a time it starts by the service's own clock.
function toSingleRun(
  at: string | null,
  now: string,
  earlier: SentActivation | null,
): SentActivation {
  const schedule = { kind: 'once', at: at ?? now } as const;
  const sent = at === null ? { runOnce: true } : toActivation(schedule, now, null);
  return { schedule, sent, activatedAt: now, earlier: toLastingRun(earlier) };
}

// A run that began at once may be over already, and leaves its cycle paused.
async function hasStarted(
  state: ApplyState,
  { address }: Operation,
  { answer, at }: { readonly answer: Answer<null>; readonly at: string | null },
): Promise<boolean> {
  const { reader, clock } = state.ports;
  const observed = await reader.readCycle(findAccountId(state), findRemoteId(state, address));
  if (!observed.ok) return false;
  const mayBeOver = at === null || !isUpcoming({ kind: 'once', at }, clock.now());
  return observed.value?.status === 'Active' || (answer.ok && mayBeOver);
}
