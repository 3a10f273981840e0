import type { FieldPath } from '../../model/address.ts';
import type { CycleDiff } from '../../model/diff/field-diff.ts';
import { isIgnore } from '../../model/fields/field-value.ts';
import type { LiveCycle } from '../../model/live/live.ts';
import { listWrittenFields, type Operation } from '../../model/plan/operation.ts';

/** An existing cycle that a plan starts, at once or at the end of a pause window. */
export type Start = {
  readonly cycle: CycleDiff;
  readonly live: LiveCycle;
  /** Fields that the plan writes before the start. */
  readonly written: ReadonlySet<FieldPath>;
};

/**
 * Lists the existing cycles that a plan starts, because the prerequisites of new ones are unknown.
 */
export function listStarts(
  operations: readonly Operation[],
  cycles: readonly CycleDiff[],
): readonly Start[] {
  const byObject = Map.groupBy(operations, ({ address }) => address);
  return cycles.flatMap((cycle) => {
    const { address, live } = cycle;
    const own = byObject.get(address) ?? [];
    const isStarted = own.some(({ action }) => action.kind === 'activate-cycle');
    if (live === null || !isStarted) return [];
    const written = own.flatMap(({ action }) => listWrittenFields(action));
    // An ignored mapping is written without a value.
    const valued = written.filter((path) => !isIgnore(cycle.desired.fields.get(path)?.value));
    return [{ cycle, live, written: new Set(valued) }];
  });
}
