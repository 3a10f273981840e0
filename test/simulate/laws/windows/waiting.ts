import type { Notice } from '../../../../src/model/plan/notice.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import type { AccountState } from '../../../../src/model/state/account-state.ts';
import type { Simulation } from '../../simulation.ts';
import { listUnclocked } from './list-unclocked.ts';

/** The parts of a life that have to do with what waits. */
type Waiting = Pick<Simulation, 'simulated' | 'waiting'>;

/**
 * Notes what the last plan of each of these accounts says to wait, and which schedules it says were never
 * verified.
 */
export function recordWaiting(
  { simulated, waiting }: Waiting,
  planned: readonly PlannedAccount[],
  states: ReadonlyMap<string, AccountState>,
): void {
  const unclocked = new Set(listUnclocked(simulated, simulated.dump(), states));
  for (const each of planned) {
    const { account, notices } = each.kind === 'planned' ? each.plan : { ...each, notices: [] };
    const words = notices.flatMap((notice) => listWords(simulated, { account, notice, unclocked }));
    waiting.set(account, new Set(words));
  }
}

function listWords(
  simulated: Waiting['simulated'],
  {
    account,
    notice,
    unclocked,
  }: {
    readonly account: string;
    readonly notice: Notice;
    readonly unclocked: ReadonlySet<string>;
  },
): readonly string[] {
  if (!('address' in notice)) return [];
  const [, , key = ''] = notice.address.split('/');
  const cycle = simulated.manifests.get(account)?.spec.cycles?.[key];
  const name = cycle?.displayName ?? key;
  if (notice.kind === 'edit-waits' || notice.kind === 'single-run')
    return [`${key}/`, `"${name}"`, `${key} does not run`];
  // Of a cycle that was found running, nothing shows when: it is not sent, and is counted.
  const live = simulated.find(account)?.cycles.filter((each) => each.name === name) ?? [];
  const isHidden = isUnverifiedSchedule(notice) && live.some(({ id }) => unclocked.has(id));
  return isHidden ? [`${key}/every`] : [];
}

function isUnverifiedSchedule(notice: Notice): boolean {
  return notice.kind === 'never-verified' && notice.what === 'schedule';
}

/** Violations of an account, without cycles that wait and run unchanged, and schedules that nothing shows. */
export function withoutWaiting(
  { waiting }: Pick<Simulation, 'waiting'>,
  account: string,
  wrong: readonly string[],
): string[] {
  const waits = [...(waiting.get(account) ?? [])];
  return wrong.filter((each) => !waits.some((words) => each.includes(words)));
}
