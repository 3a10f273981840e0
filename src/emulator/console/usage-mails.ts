import type { State } from '../state/state.ts';
import { partner } from '../state/store.ts';
import { toServiceTime } from '../world/clock.ts';
import { readSettings } from './settings.ts';

// Mails about task use at percentages of the month's allowance (SPEC 8). The emulator sends none,
// but records each for the dump.

/** A mail about task use. */
export interface UsageMail {
  readonly sentAt: string;
  readonly subject: string;
  readonly text: string;
}

/** Records a mail for each percentage that a count passes. Needs a transaction. */
export function recordUsageMails(
  state: State,
  {
    before,
    after,
    month,
  }: { readonly before: number; readonly after: number; readonly month: string },
): void {
  const { taskAllowance, notifyAtPercents } = readSettings(state);
  if (taskAllowance === null) {
    return;
  }
  for (const percent of notifyAtPercents) {
    const level = (taskAllowance * percent) / 100;
    if (before < level && after >= level) {
      const mail: UsageMail = {
        sentAt: toServiceTime(state.clock.nowMs()),
        subject: `${percent}% of your monthly tasks are used`,
        text: `${after} of ${taskAllowance} tasks of ${month} are used.`,
      };
      const turn = String(state.store.countUp('mail')).padStart(9, '0');
      openTable(state).write(turn, partner, mail);
    }
  }
}

/** All mails, oldest first. */
export function listUsageMails(state: State): readonly UsageMail[] {
  return openTable(state)
    .list(partner)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .map(({ value }) => value);
}

function openTable(state: State) {
  return state.store.table<UsageMail>('mail');
}
