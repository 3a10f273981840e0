import { toCycleAddress } from '../address.ts';
import type { Refusal } from '../diagnostic/code-stops.ts';
import { formatRunLine } from '../report/advice/commands.ts';
import type { SourceSpan } from '../source-span.ts';

/** `schedule: {once: {at}}` of a manifest of before `cyclectl run`: its time as written; null if there is none. */
export function readSingleRun({ schedule }: { readonly schedule?: unknown }): string | null {
  if (typeof schedule !== 'object' || schedule === null || !('once' in schedule)) return null;
  const { once } = schedule;
  const at = typeof once === 'object' && once !== null && 'at' in once ? once.at : null;
  return typeof at === 'string' ? at : null;
}

/** Refuses it, with the command and the line that replace it. */
export function reportSingleRun(
  account: string,
  cycle: string,
  { moment, at }: { readonly moment: string; readonly at: SourceSpan },
): Refusal {
  const address = toCycleAddress(account, cycle);
  return {
    code: 'single-run-written',
    severity: 'error',
    summary: `${address} has schedule: {once: …}, and a single run is an event, not a state of a manifest`,
    at,
    address,
    remedy: `Write state: paused without this schedule. If the run is still to be requested: ${formatRunLine(address, moment)}`,
  };
}
