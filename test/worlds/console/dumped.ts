import type { Emulator } from '../../../src/emulator/emulator.ts';

/**
 * The service's own state from the control port, as evidence that shares no code with the engine.
 */
export type Dump = ReturnType<Emulator['control']['dump']>;
export type DumpedAccount = Dump['accounts'][number];
export type DumpedConnector = DumpedAccount['connectors'][number];
export type DumpedCycle = DumpedAccount['cycles'][number];
export type DumpedStep = DumpedCycle['steps'][number];

/** An account of the service by the id that manifests write; null where there is none. */
export function findDumped(emulator: Emulator, externalId: string): DumpedAccount | null {
  const { accounts } = emulator.control.dump();
  return accounts.find((account) => account.externalId === externalId) ?? null;
}

/** The steps of a cycle by the names that manifests may use, in the order of execution. */
export function labelDumped(cycle: DumpedCycle): ReadonlyMap<string, DumpedStep> {
  const names = cycle.steps.map((step) => step.name);
  const seen = new Map<string, number>();
  const labelled = new Map<string, DumpedStep>();
  for (const step of cycle.steps) {
    const ordinal = (seen.get(step.name) ?? 0) + 1;
    seen.set(step.name, ordinal);
    const isAlone = names.filter((name) => name === step.name).length === 1;
    const label = isAlone ? step.name : `${step.name}#${ordinal}`;
    if (isAlone || !names.includes(label)) labelled.set(label, step);
  }
  return labelled;
}
