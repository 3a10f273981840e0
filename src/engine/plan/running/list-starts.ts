import type { FieldPath } from '../../../model/address.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import { listWrittenFields, type Operation } from '../../../model/plan/operation.ts';

/** A cycle that is there and that a plan starts, by itself or at the end of a pause window. */
export type Start = {
  readonly cycle: CycleDiff;
  readonly live: LiveCycle;
  /** What the plan gives it before. */
  readonly written: ReadonlySet<FieldPath>;
};

/** The cycles that a plan starts. What one needs that is not there yet nobody can know. */
export function listStarts(
  operations: readonly Operation[],
  cycles: readonly CycleDiff[],
): readonly Start[] {
  return cycles.flatMap((cycle) => {
    const { address, live } = cycle;
    const own = operations.filter((operation) => operation.address === address);
    const isStarted = own.some(({ action }) => action.kind === 'activate-cycle');
    if (live === null || !isStarted) return [];
    const written = own.flatMap(({ action }) => listWrittenFields(action));
    return [{ cycle, live, written: new Set(written.filter((path) => !isIgnored(cycle, path))) }];
  });
}

// A mapping that is ignored is written, and has no value then.
function isIgnored({ desired }: CycleDiff, path: FieldPath): boolean {
  const value = desired.fields.get(path)?.value;
  if (value?.kind !== 'plain' || value.value === null || typeof value.value !== 'object') {
    return false;
  }
  return 'kind' in value.value && value.value.kind === 'ignore';
}
