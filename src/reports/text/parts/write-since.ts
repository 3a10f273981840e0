import { count } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { SinceNote } from '../../../model/report/touched.ts';

/** What a plan of what was changed since a commit left out: those accounts are as nobody knows. */
export function writeSince({ ref, base, untouched, restsOn }: SinceNote): string {
  const commit = `${writeName(ref)} (${base.slice(0, 12)})`;
  if (restsOn !== null) {
    return `${writeName(restsOn)} changed since ${commit}, on which all accounts rest: all are planned`;
  }
  if (untouched === 0) return `all accounts were touched since ${commit}`;
  return `${count(untouched, 'account')} not looked at: not touched since ${commit}`;
}
