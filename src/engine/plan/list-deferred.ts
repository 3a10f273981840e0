import type { FieldPath } from '../../model/address.ts';
import { isChanged } from '../../model/diff/disposition.ts';
import type { AccountDiff, CycleDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import { isRunning } from '../../model/diff/run-state.ts';

const ofStart = new Set<string>(['state', 'schedule']);

/** Lists the fields that wait: all of a running cycle, or the start of a paused one. */
export function listDeferred({ live, runState, runPlan, fields }: CycleDiff): FieldPath[] {
  if (live === null || runPlan.kind !== 'wait') return [];
  const isWaiting = isRunning(runState)
    ? ({ path }: FieldDiff) => path !== 'from/template'
    : ({ path }: FieldDiff) => ofStart.has(path);
  return fields.filter((field) => isChanged(field) && isWaiting(field)).map(({ path }) => path);
}

/** Leaves the waiting fields of each cycle as they are; notices report them. */
export function withDeferred(account: AccountDiff): AccountDiff {
  return { ...account, cycles: account.cycles.map(withFieldsDeferred) };
}

/** Does the same for one cycle. */
export function withFieldsDeferred(cycle: CycleDiff): CycleDiff {
  const { runPlan, fields } = cycle;
  if (runPlan.kind !== 'wait') return cycle;
  const paths = new Set(listDeferred(cycle));
  const because = { kind: 'deferred', until: runPlan.for } as const;
  return {
    ...cycle,
    fields: fields.map(
      (field): FieldDiff =>
        paths.has(field.path) ? { ...field, disposition: { kind: 'keep', because } } : field,
    ),
  };
}
