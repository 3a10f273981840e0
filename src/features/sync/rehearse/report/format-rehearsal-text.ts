import { formatName } from '../../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatHanging,
  formatParagraph,
} from '../../../../kit/text/text-layout.ts';
import { formatPhrase } from '../../../../reports/blocks/phrase.ts';
import { formatPath } from '../../../../reports/blocks/words/format-path.ts';
import { formatDiagnostic } from '../../../../reports/text/format-blocks.ts';
import { formatTitle } from '../../../../reports/text/format-title.ts';
import type { Paint } from '../../../../reports/text/paint.ts';
import type { Rehearsal } from '../rehearsal.ts';
import {
  describeAccount,
  describeRequests,
  describeResult,
  describeSources,
  describeStandstill,
  listLongest,
  resultWords,
  toNames,
  urgencies,
} from './describe-rehearsal.ts';

const column = 44;
/** Lines of a section that are printed; the other formats have all. */
const most = 40;

/** Formats a rehearsal for a terminal. */
export function* formatRehearsalText(
  { run, accounts }: Rehearsal,
  paint: Paint,
): Generator<string, void, undefined> {
  const { requests, durationMs } = run;
  const cost = { requests: requests.reads + requests.writes, durationMs };
  yield `${formatTitle('Rehearsal for', { ...run, cost, accounts: accounts.length }, paint)}\n\n`;
  const line = (left: string, right: string) =>
    `${formatAligned(`  ${formatPath(left)}`, right, { column, hang: 6, width: paint.columns })}\n`;
  const sorted = accounts.toSorted((one, other) => urgencies[one.result] - urgencies[other.result]);
  for (const each of sorted.slice(0, most)) {
    yield line(each.account, `${resultWords[each.result]}: ${describeAccount(each)}`);
    for (const diagnostic of each.diagnostics) yield `${formatDiagnostic(diagnostic, paint)}\n`;
  }
  yield formatMore(accounts.length);
  if (run.faults.length > 0) {
    yield `\n${paint.bold('Faults')}\n`;
    for (const { fault, hit } of run.faults)
      yield line(fault, hit === 0 ? 'hit no request' : `hit ${count(hit, 'request')}`);
  }
  const standstills = listLongest(accounts);
  if (standstills.length > 0) {
    yield `\n${paint.bold('Standstill of cycles')}\n`;
    for (const each of standstills.slice(0, most))
      yield line(each.address, describeStandstill(each, run));
    yield formatMore(standstills.length);
  }
  const left = accounts.flatMap(({ notUndone }) => notUndone);
  if (left.length > 0) {
    yield `\n${paint.bold('Left by an undo')}\n`;
    for (const { address, path, says } of left.slice(0, most))
      yield line(path === null ? address : `${address}/${path}`, formatName(says));
    yield formatMore(left.length);
  }
  yield `\n${paint.bold('Not known to an emulator')}\n`;
  for (const { says, names } of run.unknown) {
    const about = names.length === 0 ? '' : `: ${formatPhrase(toNames(names, 5))}`;
    yield `${formatHanging(`  · ${says}${about}`, 4, paint.columns)}\n`;
  }
  const end = [describeResult(run), describeRequests(run), describeSources(run)];
  yield `\n${formatParagraph(`${end.join('. ')}.`, 0, paint.columns)}\n`;
}

function formatMore(total: number): string {
  return total > most ? `  and ${total - most} more; --format json has all\n` : '';
}
