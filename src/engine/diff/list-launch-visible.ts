import { toFieldPath } from '../../model/address.ts';
import type { NamedCycle } from '../../model/desired/bound.ts';
import type { LaunchVisible } from '../../model/diff/field-diff.ts';
import type { CycleDetails } from '../../model/live/reading.ts';

/**
 * Lists mappings whose visibility at launch differs from the cycle's file. The documented request
 * cannot write it (SPEC 4.6), and a replacement would lose the history.
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
