import { count } from '../../../kit/text/text-layout.ts';
import {
  defaultTimeZone,
  type MaintenanceWindow,
} from '../../../model/desired/maintenance-window.ts';
import type { Turn } from './plan-turn.ts';

/** Formats maintenance windows: `mon, tue 22:00–05:00; 12:00–13:00`. */
export function formatWindows(windows: readonly MaintenanceWindow[]): string {
  return windows
    .map(({ days, from, to }) => `${days === undefined ? '' : `${days.join(', ')} `}${from}–${to}`)
    .join('; ');
}

/** Lists the windows of a rollout as lines, and how many accounts have no time zone. */
export function listWindowLines(
  windows: readonly MaintenanceWindow[],
  { accounts, withZone }: { readonly accounts: number; readonly withZone: number },
): readonly string[] {
  const without = accounts - withZone;
  return [
    `Each account is changed at these times of its time zone: ${formatWindows(windows)}.`,
    ...(without === 0
      ? []
      : [`${count(without, 'account')} without a time zone: ${defaultTimeZone} is used.`]),
  ];
}

/** Formats what waits for windows: `2 accounts are outside their maintenance windows, ...`. */
export function formatWaiting({ waiting, next }: Turn): string | null {
  if (next === null) return null;
  const are =
    waiting.length === 1
      ? '1 account is outside its maintenance window, which'
      : `${waiting.length} accounts are outside their maintenance windows, the next of which`;
  return `${are} opens at ${next.opensAt} (${next.timeZone})`;
}
