import { type FieldPath, toFieldPath } from '../address.ts';
import type { DesiredCycle } from '../desired/desired.ts';
import { toLaunchPath } from '../desired/launch-path.ts';
import type { ObjectRecord } from '../state/account-state.ts';
import { hasContents, isInsideCycle } from './contents.ts';

/**
 * Returns whether an apply reads all of a cycle: the baseline lacks what is inside it, its managed
 * lines are others than the applied ones, or a slot has another connector.
 */
export function isBaselineDue(desired: DesiredCycle, record: ObjectRecord | null): boolean {
  if (!hasContents(record)) return true;
  const paths = Object.keys(record?.applied ?? {}) as FieldPath[];
  const applied = paths.filter(isInsideCycle);
  const managed = listManaged(desired);
  if (applied.length !== managed.size || applied.some((path) => !managed.has(path))) return true;
  return [...desired.slots].some(([slot, { connector }]) => {
    const sent = record?.applied[toFieldPath('connectors', slot)];
    // The baseline has the connectors of its steps, and only a whole read shows these.
    return sent?.kind !== 'plain' || sent.value !== connector;
  });
}

function listManaged({ fields, mappings, visibilities, slots }: DesiredCycle): Set<FieldPath> {
  return new Set([
    ...[...fields.keys()].filter(isInsideCycle),
    ...mappings.map(({ step, slot, target }) => toFieldPath('steps', step, slot, target)),
    ...visibilities.map((visibility) => toLaunchPath(visibility)),
    ...[...slots.keys()].map((slot) => toFieldPath('connectors', slot)),
  ]);
}
