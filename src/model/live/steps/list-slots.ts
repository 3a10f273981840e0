import type { NamedCycle, Slot } from '../../desired/bound.ts';
import type { NamedStep } from '../cycle-shape.ts';

/**
 * The slots of a template: each installed connector that its steps share is one, in the order of
 * execution; the second of the same connector is called `NAME#2`.
 */
export function listSlots(steps: readonly NamedStep[]): Slot[] {
  const slots = new Map<string, { connectorName: string; steps: string[] }>();
  for (const step of steps) {
    if (step.connectorName === null) continue;
    const id = `${step.connectorName} ${step.connectorId ?? ''}`;
    const slot = slots.get(id) ?? { connectorName: step.connectorName, steps: [] };
    slot.steps.push(step.label);
    slots.set(id, slot);
  }
  const counts = new Map<string, number>();
  return [...slots.values()].map((slot) => {
    const ordinal = (counts.get(slot.connectorName) ?? 0) + 1;
    counts.set(slot.connectorName, ordinal);
    const name = ordinal === 1 ? slot.connectorName : `${slot.connectorName}#${ordinal}`;
    return { name, connectorName: slot.connectorName, steps: slot.steps };
  });
}

/** The slots for which the manifest has no connector: the first of each kind. */
export function listUnfilledSlots({
  bound,
  slots,
  slotKeys,
}: Pick<NamedCycle, 'bound' | 'slots' | 'slotKeys'>): Slot[] {
  const unfilled = slots.filter(
    ({ name }) => !slotKeys.has(name) && !bound.desired.slots.has(name),
  );
  return unfilled.filter(
    ({ connectorName }, index) =>
      unfilled.findIndex((other) => other.connectorName === connectorName) === index,
  );
}
