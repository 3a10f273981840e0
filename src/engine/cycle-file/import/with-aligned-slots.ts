import type { CycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';

/**
 * Replaces the slots of a live cycle's file with those of another file, because the manifest may
 * give one connector to several slots: only steps of one slot must share a connector.
 */
export function withAlignedSlots(live: CycleFile, file: CycleFile): CycleFile {
  const wanted = new Map(file.steps.map(({ label, connector }) => [label, connector?.slot]));
  const shared = new Map<string, Set<string>>();
  for (const { label, connector } of live.steps) {
    const slot = wanted.get(label);
    if (slot === undefined || connector === null) continue;
    shared.set(slot, (shared.get(slot) ?? new Set()).add(connector.slot));
  }
  return {
    ...live,
    steps: live.steps.map((step) => {
      const slot = wanted.get(step.label);
      const isOne = slot !== undefined && shared.get(slot)?.size === 1;
      return step.connector === null || !isOne
        ? step
        : { ...step, connector: { ...step.connector, slot } };
    }),
  };
}
