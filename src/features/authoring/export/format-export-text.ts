import { formatName } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatCost } from '../../../reports/blocks/words/format-cost.ts';
import { formatObjectPath, formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatTarget } from '../../../reports/blocks/words/format-target.ts';
import { formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { SuggestedSecret } from '../describe/described-account.ts';
import type { ExportedAccount, ExportFrame } from '../describe/export-report.ts';
import { findAccount } from './format-secrets-template.ts';

export type ExportTextOptions = {
  readonly target: PlanTarget;
  readonly paint: Paint;
  /** True for an export of every account: counts accounts with a manifest without naming them. */
  readonly isAll: boolean;
};

/** Formats an export: accounts as they come, then needed secrets and the next steps. */
export async function* formatExportText(
  accounts: AsyncIterable<ExportedAccount>,
  end: () => Promise<ExportFrame>,
  manner: ExportTextOptions,
): AsyncGenerator<string, void, undefined> {
  yield `${manner.paint.bold(`Export of ${formatTarget(manner.target)}`)}\n`;
  for await (const account of accounts) {
    const lines = formatAccount(account, manner);
    if (lines.length > 0) yield `\n${lines.join('\n')}\n`;
  }
  const frame = await end();
  yield* formatSecrets(frame.secrets, manner.paint);
  yield `\n${formatParagraph(formatSummary(frame), 0, manner.paint.columns)}\n`;
  const { written, merged, unmanaged = 0 } = frame.summary;
  if (written + merged > 0) yield formatNext(frame);
  if (unmanaged > 0) yield formatList(frame);
}

function formatAccount(account: ExportedAccount, { paint, isAll }: ExportTextOptions): string[] {
  const name = paint.bold(formatName(account.account));
  switch (account.kind) {
    case 'managed':
      return isAll
        ? []
        : [
            formatSpread(name, `has a manifest: ${formatPath(account.file)}`, paint.columns),
            '  · --merge writes changes made in the service into it',
          ];
    case 'failed':
      return [
        formatSpread(name, paint.red('NOT WRITTEN'), paint.columns),
        `  id ${formatName(account.id)}`,
        ...account.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
      ];
    case 'merged':
    case 'unchanged':
      return isAll && isQuiet(account) ? [] : formatMerged(account, name, paint);
    case 'written':
      return [
        formatSpread(name, formatPath(account.file), paint.columns),
        `  ${formatWritten(account)}`,
        ...formatRemarks(account).map((line) => formatParagraph(`· ${line}`, 2, paint.columns)),
        ...account.leftOut.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
      ];
  }
}

type Merged = Extract<ExportedAccount, { readonly kind: 'merged' | 'unchanged' }>;

// Counts an account without remarks instead of printing it, because a fleet has many.
function isQuiet({ kind, diagnostics, leftOut, unmanaged = 0 }: Merged): boolean {
  return kind === 'unchanged' && diagnostics.length + leftOut.length + unmanaged === 0;
}

function formatMerged(account: Merged, name: string, paint: Paint): string[] {
  const { kind, values, entries, cycleFiles, secrets, alsoIn, diagnostics, leftOut } = account;
  const { unmanaged = 0 } = account;
  const parts = [
    ...(values.length === 0 ? [] : [`${count(values.length, 'value')} written`]),
    ...(entries.length === 0 ? [] : [count(entries.length, 'new entry', 'new entries')]),
    ...(cycleFiles.length === 0 ? [] : [count(cycleFiles.length, 'cycle file')]),
    ...(secrets.length === 0 ? [] : [`${count(secrets.length, 'secret')} to provide`]),
  ];
  return [
    formatSpread(name, formatPath(account.file), paint.columns),
    `  ${kind === 'merged' ? parts.join(', ') : 'nothing written'}`,
    ...values.map((address) => `  ~ ${formatObjectPath(address)}`),
    ...entries.map((address) => `  + ${formatObjectPath(address)}`),
    ...formatRemarks(account).map((line) => formatParagraph(`· ${line}`, 2, paint.columns)),
    ...(unmanaged === 0 ? [] : [`  · left out: ${count(unmanaged, 'unmanaged change')}`]),
    ...(kind === 'unchanged' || alsoIn.length === 0
      ? []
      : [
          formatParagraph(
            `· its manifest also applies to ${alsoIn.join(', ')}: review that plan too`,
            2,
            paint.columns,
          ),
        ]),
    ...[...diagnostics, ...leftOut].map((diagnostic) => formatDiagnostic(diagnostic, paint)),
  ];
}

type Written = Extract<ExportedAccount, { readonly kind: 'written' }>;

function formatWritten({ connectors, cycles, cycleFiles, secrets }: Written): string {
  const parts = [count(connectors, 'connector'), count(cycles, 'cycle')];
  if (cycleFiles.length > 0) parts.push(count(cycleFiles.length, 'cycle file'));
  if (secrets.length > 0) parts.push(`${count(secrets.length, 'secret')} to provide`);
  return parts.join(', ');
}

function formatRemarks({ remarks }: Pick<Written, 'remarks'>): string[] {
  const { schedule, release, template, file } = remarks;
  const signIn = remarks['sign-in'];
  return [
    ...(schedule === 0 ? [] : [`not exported: schedule of ${count(schedule, 'cycle')}`]),
    ...(signIn === 0 ? [] : [`not exported: sign-in of ${count(signIn, 'connector')}`]),
    ...(release === 0 ? [] : [`not exported: release of ${count(release, 'connector')}`]),
    ...(template === 0
      ? []
      : [`not exported: ${count(template, 'difference')} between cycles and their templates`]),
    ...(file === 0 ? [] : [`not exported: meaning of ids in ${count(file, 'cycle file')}`]),
  ];
}

function* formatSecrets(secrets: readonly SuggestedSecret[], paint: Paint): Iterable<string> {
  const [names, own] = [secrets.filter(isUserName), secrets.filter((each) => !isUserName(each))];
  if (own.length > 0) {
    yield '\nSecrets to provide as variables; apply leaves a secret without a value unchanged\n';
    yield* formatVariables(own, paint);
  }
  if (names.length > 0) {
    yield '\nUser names to provide as variables, or to write into the manifests\n';
    yield* formatVariables(names, paint);
  }
}

function isUserName({ isUserName: is }: SuggestedSecret): boolean {
  return is === true;
}

function* formatVariables(secrets: readonly SuggestedSecret[], paint: Paint): Iterable<string> {
  const placement = { column: 44, hang: 6, width: paint.columns };
  for (const [account, own] of Map.groupBy(secrets, findAccount)) {
    yield `  ${formatName(account)}\n`;
    for (const { env, address } of own) {
      const place = formatPath(address.slice(account.length + 1));
      yield `${formatAligned(`    ${env}`, place, placement)}\n`;
    }
  }
}

function formatSummary({ summary, cost }: ExportFrame): string {
  const { written, managed, merged, unchanged, unwritten, failed, skipped, leftOut } = summary;
  const { schedules, signIns, unmanaged = 0 } = summary;
  const changed = `${count(merged, 'manifest')} changed.`;
  const sentences = [
    ...(written === 0 && merged + unchanged > 0 ? [] : [`${count(written, 'account')} written.`]),
    ...(merged + unchanged === 0 ? [] : [changed]),
    ...(unchanged === 0 ? [] : [`Nothing was written for ${count(unchanged, 'account')}.`]),
    ...(unwritten === 0 ? [] : [`${count(unwritten, 'difference')} could not be written.`]),
    ...(failed === 0 ? [] : [`${count(failed, 'account')} not written.`]),
    ...(managed === 0
      ? []
      : [`${count(managed, 'account')} with a manifest already; --merge writes into it.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    ...(leftOut === 0 ? [] : [`${count(leftOut, 'item')} left out of the files.`]),
    ...(unmanaged === 0 ? [] : [`${count(unmanaged, 'unmanaged change')} left out.`]),
    ...(schedules + signIns === 0 ? [] : [`Comments in the files show further settings.`]),
    `${formatCost(cost)}.`,
  ];
  return sentences.join(' ');
}

function formatList({ target, directory }: ExportFrame): string {
  const drift = formatCommand('drift', { directory, environment: target.environment });
  return `\nTo list the unmanaged changes that were left out:\n  ${drift}\n`;
}

function formatNext({ target, directory, summary }: ExportFrame): string {
  const place = { directory, environment: target.environment };
  const plan = formatCommand('plan', place);
  const { unwritten, merged } = summary;
  if (unwritten > 0) {
    const text = 'To see how apply handles the unwritten differences:';
    return `\n${text}\n  ${plan}\n`;
  }
  const message =
    merged === 0
      ? 'The plan has no changes. To verify that, and to import the objects into state:'
      : 'The plan has no changes for the written values. To verify and record that:';
  return `\n${message}\n  ${plan}\n  ${formatCommand('apply', place)}\n`;
}
