import type { Session } from '../../../src/engine/run/journal/lock-account.ts';
import type { RunCommand, RunRecord } from '../../../src/model/state/run.ts';

let runs = 0;

/** A run that begins now, as the command line records it; each has an id of its own. */
export function makeRunRecord(
  command: RunCommand,
  { holder }: Pick<Session, 'holder'>,
  changes: Partial<RunRecord> = {},
): RunRecord {
  runs += 1;
  return {
    id: `20261201T05${String(runs).padStart(4, '0')}Z-aaaaaa`,
    command,
    startedAt: '2026-12-01T05:00:00Z',
    author: { user: 'tester', host: 'here' },
    commit: null,
    approved: null,
    holder: holder.id,
    resumedAt: [],
    end: null,
    ...changes,
  };
}
