import { parseDocument } from 'yaml';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { type DumpedCycle, findDumped } from '../../worlds/console/dumped.ts';
import { readName } from '../portrait/read-name.ts';

const names: ReadonlyMap<number, string> = new Map([
  [1, '1m'],
  [5, '5m'],
  [15, '15m'],
  [30, '30m'],
  [60, '1h'],
  [120, '2h'],
  [180, '3h'],
  [240, '4h'],
  [360, '6h'],
  [480, '8h'],
  [720, '12h'],
  [1440, '1d'],
  [10_080, '7d'],
]);

/** A manifest with what a person knows of when its active cycles run, where the service does not show it. */
export function writeSchedules(text: string, emulator: Emulator): string {
  const document = parseDocument(text);
  const { spec }: WrittenAccount = document.toJS();
  const account = findDumped(emulator, spec.id ?? '');
  for (const [key, written] of Object.entries(spec.cycles ?? {})) {
    const cycle = account?.cycles.find(
      ({ name, status }) => name === readName(key, written) && status !== 'DeleteScheduled',
    );
    const schedule = toSchedule(cycle?.activation ?? null);
    if (written.state !== 'active' || schedule === null) continue;
    document.setIn(['spec', 'cycles', key, 'schedule'], document.createNode(schedule));
  }
  return document.toString();
}

function toSchedule(activation: DumpedCycle['activation']): object | null {
  if (activation === null) return null;
  const at = new Date(activation.startAtMs).toISOString();
  if (activation.runOnce) return { once: { at } };
  const every = names.get(activation.intervalMinutes ?? 0);
  return every === undefined ? null : { every, startAt: at };
}
