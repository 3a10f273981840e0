import { isSameJson } from '../../kit/canonical-json.ts';
import { align, count, spread, wrapIndented, writeDuration } from '../../kit/text-layout.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { DriftItem } from '../../model/plan.ts';
import type { DriftAccount, DriftFrame } from '../../model/report.ts';
import { writeSpan } from '../../model/source-span.ts';
import type { Paint } from './paint.ts';
import { writeDiagnosticBlock } from './write-diagnostic-block.ts';
import { withinAccount, writeNotices } from './write-notice.ts';
import { writeTarget } from './write-plan-text.ts';
import { writeShownValue } from './write-value.ts';

/** What others changed, for people: account, object, field, both values, and where Git says otherwise. */
export function* writeDriftText(
  frame: DriftFrame,
  accounts: Iterable<DriftAccount>,
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${spread(paint.bold(`Drift of ${writeTarget(frame.target)}`), `${count(frame.accounts, 'account')}, ${count(frame.cost.requests, 'request')}`)}\n`;
  for (const account of accounts) yield `\n${writeAccount(account, paint)}\n`;
  yield `\n${wrapIndented(writeEnd(frame), 0)}\n`;
}

function writeAccount(account: DriftAccount, paint: Paint): string {
  const name = paint.bold(toVisible(account.account));
  if (account.kind === 'unread') {
    return [
      spread(name, paint.red('NOT READ')),
      ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
    ].join('\n');
  }
  const { items, manifestMoved, notices } = account;
  return [
    spread(name, items.length === 0 ? 'no drift' : count(items.length, 'difference')),
    ...items.map((item) => writeItem(item, paint)),
    ...(manifestMoved === 0
      ? []
      : [
          `  ${paint.dim('·')} Git moved: ${count(manifestMoved, 'field')} to apply, which is no drift`,
        ]),
    ...writeNotices(notices).map(({ mark, about, says }) =>
      align(`  ${paint.dim(mark)} ${about}`, says, { column: 35, hang: 10 }),
    ),
  ].join('\n');
}

function writeItem(item: DriftItem, paint: Paint): string {
  const object = withinAccount(item.address);
  const about =
    item.path === null
      ? object
      : object === 'account'
        ? toVisible(item.path)
        : `${object}/${toVisible(item.path)}`;
  const lines = [
    sayWhoMoved(item),
    ...sayWanted(item),
    ...(item.at === null ? [] : [writeSpan(item.at)]),
  ];
  return [
    align(`  ${paint.yellow('~')} ${about}`, sayWhat(item), { column: 35, hang: 10 }),
    ...lines.map((line) => wrapIndented(line, 10)),
  ].join('\n');
}

function sayWhat(item: DriftItem): string {
  switch (item.kind) {
    case 'gone':
      return 'is gone';
    case 'authentication-lost':
      return 'is no longer signed in';
    case 'stopped':
      return 'was stopped by somebody else';
    case 'field':
      return item.before.kind === 'unknown'
        ? `${writeShownValue(item.now)} now`
        : `${writeShownValue(item.before)} → ${writeShownValue(item.now)}`;
  }
}

function sayWhoMoved(item: DriftItem): string {
  switch (item.moved) {
    case 'live':
      return 'the service moved since our last apply';
    case 'both':
      return 'Git and the service both moved since our last apply';
    case 'unknown':
      return 'who moved is not known: nothing is remembered of it';
  }
}

// Only where Git does not simply want back what was there.
function sayWanted(item: DriftItem): string[] {
  if (item.kind !== 'field' || isSameJson(item.wanted, item.before)) return [];
  if (item.wanted.kind === 'secret' && item.moved === 'live') return [];
  return [`Git wants ${writeShownValue(item.wanted)}`];
}

function writeEnd(frame: DriftFrame): string {
  const cost = `${count(frame.cost.requests, 'request')}, ${writeDuration(frame.cost.durationMs)}.`;
  const skipped =
    frame.skipped === 0 ? '' : ` ${count(frame.skipped, 'account')} left out by --select.`;
  const unread = frame.unread === 0 ? '' : ` ${count(frame.unread, 'account')} could not be read.`;
  if (frame.items === 0)
    return `No drift${unread === '' ? '' : ' in what was read'}. ${count(frame.accounts, 'account')}.${unread}${skipped} ${cost}`;
  return `Drift: ${count(frame.items, 'difference')} in ${count(frame.withDrift, 'account')} of ${frame.accounts}.${unread}${skipped} ${cost}`;
}
