import { type CycleFile, toFileShape } from '../../../../model/desired/cycle-file/cycle-file.ts';
import { toTemplateShape } from '../../../../model/live/cycle-shape.ts';
import { listSlots } from '../../../../model/live/list-slots.ts';
import type { WholeCycle } from '../../../../model/live/reading.ts';
import type { UsedSlot } from '../described-account.ts';

/** Lists the slots of a cycle's template or file with the connectors that its steps use. */
export function listUsedSlots(
  { reading, shape }: WholeCycle,
  file: CycleFile | null,
): readonly UsedSlot[] {
  const made = file === null ? shape && toTemplateShape(shape) : toFileShape(file);
  return listSlots(made?.steps ?? []).map((slot) => {
    const used = reading.shape.steps
      .filter(({ label }) => slot.steps.includes(label))
      .flatMap(({ connectorId }) => connectorId ?? []);
    return { ...slot, used: [...new Set(used)] };
  });
}
