import { toFieldPath } from '../../model/address.ts';
import type { NamedCycle } from '../../model/desired/bound.ts';
import type { LaunchVisible } from '../../model/diff/field-diff.ts';
import type { CycleDetails } from '../../model/live/reading.ts';

/**
 * Mappings of which the cycle's file says otherwise whether people see them when they launch. The documented request that
 * writes a mapping does not have it (SPEC 4.6), and to make the cycle anew would cost its history.
 */
export function listLaunchVisible(
  { bound: { source } }: NamedCycle,
  reading: CycleDetails,
): LaunchVisible[] {
  if (source.kind !== 'file') return [];
  const { file, spanOf } = source.loaded;
  return file.steps.flatMap(({ label, mappings }) => {
    const step = reading.shape.steps.find((each) => each.label === label);
    return mappings.flatMap(({ slot, target, settings, pointer }) => {
      const wants = settings.IsLaunchVisible;
      const id = step?.[slot].find(({ name }) => name === target)?.id;
      const live = reading[slot].get(step?.id ?? '')?.find(({ targetId }) => targetId === id);
      if (typeof wants !== 'boolean' || live?.isLaunchVisible !== !wants) return [];
      const at = spanOf(`${pointer}/IsLaunchVisible`);
      return [{ path: toFieldPath('steps', label, slot, target), wants, at }];
    });
  });
}
