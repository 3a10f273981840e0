import { toFieldPath } from '../address.ts';
import { type OwnerRule, resolveOwner } from '../desired/scope/ownership.ts';
import type { AppliedValue } from '../fields/field-value.ts';
import type { LiveCycle } from '../live/live.ts';
import type { AccountState, ObjectRecord } from './account-state.ts';

/**
 * What is remembered of an account, where a start of ours whose end was never noted has come to pass: the cycle runs, and
 * runs on what was sent. Nothing else tells its grid where the service shows no schedule.
 */
export function restoreStarts(memory: AccountState, live: readonly LiveCycle[]): AccountState {
  const running = new Set(live.filter(({ status }) => status === 'Active').map(({ id }) => id));
  const started = [...memory.writes.values()].flatMap(({ address, start }): ObjectRecord[] => {
    const record = memory.objects.get(address);
    const isThere = record !== undefined && start !== undefined && running.has(start.cycleId);
    return isThere && record.remoteId === start.cycleId ? [{ ...record, run: start.run }] : [];
  });
  if (started.length === 0) return memory;
  const records = started.map((record) => [record.address, record] as const);
  return { ...memory, objects: new Map([...memory.objects, ...records]) };
}

/**
 * The same without what was sent to cycles that we stopped for good and others have started since: those run on a schedule of
 * theirs, which an edit must not take for ours. Of a state that others have the say over a stop of ours tells nothing.
 */
export function withStaleStartsRemoved(
  memory: AccountState,
  live: readonly LiveCycle[],
  rules: readonly OwnerRule[],
): AccountState {
  const running = new Set(live.filter(({ status }) => status === 'Active').map(({ id }) => id));
  const started = [...memory.objects.values()].filter(
    ({ address, remoteId, applied, run }) =>
      run?.schedule.kind === 'every' &&
      running.has(remoteId) &&
      isPaused(applied[statePath]) &&
      memory.writes.get(address)?.start === undefined &&
      resolveOwner(rules, { kind: 'cycle', address }, statePath) === 'managed',
  );
  if (started.length === 0) return memory;
  const records = started.map((record) => [record.address, { ...record, run: null }] as const);
  return { ...memory, objects: new Map([...memory.objects, ...records]) };
}

const statePath = toFieldPath('state');

function isPaused(applied: AppliedValue | undefined): boolean {
  return applied?.kind === 'plain' && applied.value === 'paused';
}

/** The cycles of ours that have such a start, to be kept before the note of it goes. */
export function listStarted({ objects, writes }: AccountState): readonly ObjectRecord[] {
  return [...writes.values()].flatMap(({ address, start }) =>
    start === undefined ? [] : (objects.get(address) ?? []),
  );
}
