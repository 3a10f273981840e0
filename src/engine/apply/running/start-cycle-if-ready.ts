import { type Address, toFieldPath } from '../../../model/address.ts';
import type { LiveSchedule } from '../../../model/desired/schedule.ts';
import { toActivation } from '../../../model/desired/schedule.ts';
import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { findDeposed } from '../../../model/diff/field-diff.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { type SentActivation, toLastingRun } from '../../../model/state/account-state.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { readInstance } from '../cycles/read-instance.ts';
import { recordStart } from '../journal/run-with-intent.ts';
import { findCycleDiff } from '../values/read-payload.ts';
import { checkConnectorAmbiguity } from './check-connector-ambiguity.ts';
import { checkConnectorHealth } from './check-connector-health.ts';
import { checkPrerequisites, readPrerequisites } from './check-prerequisites.ts';

/**
 * Starts a cycle after a check of its prerequisites. A connector that needs a sign-in makes it
 * wait; any other problem, or a failed check of a connector, is an error and leaves it paused.
 */
export async function startCycleIfReady(
  state: ApplyState,
  operation: Operation,
  schedule: LiveSchedule,
): Promise<OperationResult> {
  const { reader, writer, clock } = state.ports;
  const { address } = operation;
  const [account, remoteId] = [findAccountId(state), findRemoteId(state, address)];
  const lacking = await readPrerequisites(reader, { account, cycle: remoteId });
  if (!lacking.ok) return toFailed(operation, lacking.failure, formatFailure(lacking.failure));
  if (lacking.value.length > 0) return checkPrerequisites(state, operation, lacking.value);
  const blocked = await checkConnectorHealth(state, operation);
  if (blocked !== null) return blocked;
  const unfit =
    (await checkWebhook(state, operation, schedule)) ??
    (await checkConnectorAmbiguity(state, operation));
  if (unfit !== null) return unfit;
  const before = readRun(state, address);
  const sent = toActivation(schedule, clock.now(), before);
  const run = await recordStart(state, operation, { schedule, sent, activatedAt: clock.now() });
  const answer = await writer.activateCycle(account, remoteId, sent);
  if (!answer.ok && answer.failure.kind !== 'outcome-unknown')
    return toFailed(operation, answer.failure, formatFailure(answer.failure));
  const missed = await verifyStart(state, operation, answer);
  if (missed !== null) return missed;
  const { activity } = findCycleDiff(state.diff, address).desired.bound.desired;
  // After a lost answer, a running cycle does not prove its schedule.
  const origin = answer.ok ? 'sent' : 'assumed';
  const isWritten = activity.kind === 'set' && activity.value.schedule !== null;
  await saveRecord(
    state,
    {
      address,
      kind: 'cycle',
      remoteId,
      applied: {
        ...(activity.kind === 'set'
          ? { [toFieldPath('state')]: { kind: 'plain', value: 'active', origin } as const }
          : {}),
        ...(isWritten
          ? { [toFieldPath('schedule')]: { kind: 'plain', value: schedule, origin } as const }
          : {}),
      },
      run,
    },
    { closePause: true },
  );
  return done;
}

/** Returns whether a start may still succeed: its answer was lost, or its success does not show. */
export function isLostStart(performed: OperationResult): boolean {
  if (performed.kind === 'unknown') return true;
  return performed.kind === 'failed' && performed.diagnostics.some(({ code }) => lost.has(code));
}

const lost = new Set<string>(['outcome-unknown', 'kept-another-value']);

// A replacement keeps the times of the old cycle, and a repeated start those of the first.
function readRun({ records, diff, intents }: ApplyState, address: Address): SentActivation | null {
  const [before] = findDeposed(diff, address);
  const lastOf = (of: Address) => toLastingRun(records.get(of)?.run ?? null);
  return intents.get(address) ?? lastOf(address) ?? (before ? lastOf(before.address) : null);
}

// The plan did not know the steps: without a schedule only a webhook starts the cycle.
async function checkWebhook(
  state: ApplyState,
  operation: Operation,
  schedule: LiveSchedule,
): Promise<OperationResult | null> {
  const { desired } = findCycleDiff(state.diff, operation.address);
  if (schedule.kind !== 'webhook' || desired.shape !== null) return null;
  const shape = await readInstance(state, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, formatFailure(shape.failure));
  if (shape.value.steps.some((step) => step.isWebhook)) return null;
  const diagnostic: Diagnostic = reportError('schedule-missing', {
    summary: 'A new cycle cannot become active without a schedule, and this one has no webhook',
    at: desired.bound.desired.activityAt,
    address: operation.address,
    remedy: 'Write schedule: {every: 15m}, or state: paused, and apply again.',
  });
  return { kind: 'failed', diagnostics: [diagnostic] };
}

// Reads after a lost answer, and after a 200, which proves nothing. A start of unknown outcome
// stays unknown, because a running cycle is never edited.
async function verifyStart(
  state: ApplyState,
  operation: Operation,
  answer: Answer<null>,
): Promise<OperationResult | null> {
  const remoteId = findRemoteId(state, operation.address);
  const observed = await state.ports.reader.readCycle(findAccountId(state), remoteId);
  if (!observed.ok)
    return toUnknown(toFailed(operation, observed.failure, formatFailure(observed.failure)));
  if (observed.value?.status === 'Active') return null;
  if (!answer.ok) {
    const failed = toFailed(operation, answer.failure, formatFailure(answer.failure));
    return { ...toUnknown(failed), kind: 'failed' };
  }
  const summary = `${operation.address}: the service reported success but did not start the cycle`;
  const { address } = operation;
  const code = 'kept-another-value';
  const remedy =
    'Apply again; if it fails again, check in the console why the cycle does not start.';
  return { kind: 'failed', diagnostics: [reportError(code, { summary, address, remedy })] };
}

function toUnknown(
  performed: OperationResult,
): Extract<OperationResult, { readonly kind: 'unknown' | 'failed' }> {
  return { kind: 'unknown', diagnostics: 'diagnostics' in performed ? performed.diagnostics : [] };
}
