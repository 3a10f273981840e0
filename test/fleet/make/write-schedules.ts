import { parseDocument } from 'yaml';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
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

/**
 * A manifest with what a person knows of when its active cycles run, where the service does not show it: schedules,
 * and the command for each single run, as a comment.
 */
export function writeSchedules(text: string, emulator: Emulator): string {
  const document = parseDocument(text);
  const { metadata, spec }: WrittenAccount = document.toJS();
  const account = findDumped(emulator, spec.id ?? '');
  for (const [key, written] of Object.entries(spec.cycles ?? {})) {
    const cycle = account?.cycles.find(
      ({ name, status }) => name === readName(key, written) && status !== 'DeleteScheduled',
    );
    const activation = cycle?.activation ?? null;
    if (written.state !== 'active' || activation === null) continue;
    const at = new Date(activation.startAtMs).toISOString();
    const every = names.get(activation.intervalMinutes ?? 0);
    if (activation.runOnce) {
      const state = document.createNode('paused');
      state.comment = ` cyclectl run ${metadata.name}/cycles/${key} --at ${at}`;
      document.setIn(['spec', 'cycles', key, 'state'], state);
    } else if (every !== undefined) {
      const schedule = document.createNode({ every, startAt: at });
      document.setIn(['spec', 'cycles', key, 'schedule'], schedule);
    }
  }
  return document.toString();
}
