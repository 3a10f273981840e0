import type { Notice } from '../../../../src/model/plan/notice.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import type { AccountState } from '../../../../src/model/state/account-state.ts';
import type { Simulation } from '../../simulation.ts';
import { listUnclocked } from './list-unclocked.ts';

/** The parts of a life that have to do with what waits. */
type Waiting = Pick<Simulation, 'simulated' | 'waiting'>;

/** Notes what the last plan says to wait, and which schedules it says were never verified. */
export function recordWaiting(
  { simulated, waiting }: Waiting,
  planned: readonly PlannedAccount[],
  states: ReadonlyMap<string, AccountState>,
): void {
  waiting.clear();
  const unclocked = new Set(listUnclocked(simulated, simulated.dump(), states));
  const plans = planned.flatMap((each) => (each.kind === 'planned' ? [each.plan] : []));
  for (const notice of plans.flatMap(({ notices }) => notices)) {
    if (!('address' in notice)) continue;
    const [account = '', , key = ''] = notice.address.split('/');
    const cycle = simulated.manifests.get(account)?.spec.cycles?.[key];
    const name = cycle?.displayName ?? key;
    if (notice.kind === 'edit-waits' || notice.kind === 'single-run')
      for (const each of [`${key}/`, `"${name}"`, `${key} does not run`]) waiting.add(each);
    // Of a cycle that was found running, nothing shows when: it is not sent, and is counted.
    const live = simulated.find(account)?.cycles.filter((each) => each.name === name) ?? [];
    if (isUnverifiedSchedule(notice) && live.some(({ id }) => unclocked.has(id)))
      waiting.add(`${key}/every`);
  }
}

function isUnverifiedSchedule(notice: Notice): boolean {
  return notice.kind === 'never-verified' && notice.what === 'schedule';
}

/** Violations, without cycles that wait and run unchanged, and schedules that nothing shows. */
export function withoutWaiting(
  { waiting }: Pick<Simulation, 'waiting'>,
  wrong: readonly string[],
): string[] {
  return wrong.filter((each) => ![...waiting].some((words) => each.includes(words)));
}
