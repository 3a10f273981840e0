import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, toComparisonExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { type Phase, withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts, type ReadPorts } from '../../../app/ports/open-ports.ts';
import {
  type EnvironmentMappingOptions,
  type OpenedMapping,
  openEnvironmentMapping,
} from '../../../app/project/open-environment-mapping.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatName, formatQuoted, toLine } from '../../../kit/text/format-name.ts';
import { count, formatHanging } from '../../../kit/text/text-layout.ts';
import type { UnknownName } from '../../../model/diff/unresolved-name.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  toSelectable,
} from '../../../model/manifest/manifest.ts';
import { isSelected } from '../../../model/manifest/selection.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { compareEnvironments } from './compare-environments.ts';
import type { ComparedAccount, ComparedSide, Difference } from './comparison.ts';

type EnvironmentComparison = {
  readonly from: string;
  readonly to: string;
  readonly accounts: readonly ComparedAccount[];
};

export type CompareOptions = EnvironmentMappingOptions & { readonly exitCode?: boolean };

/** `cyclectl compare`: shows undeclared differences between two environments. Reads only. */
export async function runCompare(
  context: CommandContext,
  options: CompareOptions,
): Promise<ExitCode> {
  const opened = await openEnvironmentMapping(context, options);
  if ('refused' in opened) return printRefused(context, options.directory, opened.refused);
  await printDiagnostics(context, options.directory, opened.project.diagnostics);
  const accounts = await compareAll(context, options, opened);
  const { from, to, directory } = options;
  for (const each of accounts) {
    if (each.kind === 'unread') await printDiagnostics(context, directory, each.diagnostics);
  }
  const write = options.format === 'json' ? formatComparisonJson : formatComparisonText;
  await context.terminal.out(write({ from, to, accounts }));
  const unread = accounts.filter(({ kind }) => kind === 'unread').length;
  const differences = accounts.flatMap((each) =>
    each.kind === 'unread' ? [] : each.differences,
  ).length;
  return toComparisonExitCode({ unread, differences, wantsCode: options.exitCode === true });
}

async function compareAll(
  context: CommandContext,
  options: CompareOptions,
  opened: OpenedMapping,
): Promise<readonly ComparedAccount[]> {
  const { project, to } = opened;
  const there = { ...project, environment: to };
  return withOpened(openReadPorts({ context, options, project }), (one) =>
    withOpened(openReadPorts({ context, options, project: there }), async (other) => {
      const runs = [toRun(project, one), toRun(there, other)] as const;
      const [left, right] = await Promise.all([
        openRunContext(runs[0].context, project.named),
        openRunContext(runs[1].context, project.named),
      ]);
      const entries = listBoth(options, project);
      const compared = compareEnvironments({
        from: left,
        to: right,
        width: runs[0].width,
        entries,
      });
      const phase = { does: 'comparing', total: entries.length, ports: addUp(one, other) };
      return Array.fromAsync(withProgress(context, phase, compared));
    }),
  );
}

// Requests go to both environments, each with a rate of its own.
function addUp(one: ReadPorts, other: ReadPorts): Phase<unknown>['ports'] {
  return {
    readCost: () => {
      const cost = one.readCost();
      return { ...cost, requests: cost.requests + other.readCost().requests };
    },
    readPace: () => one.readPace() + other.readPace(),
  };
}

function listBoth(
  options: CompareOptions,
  { accounts, selection }: ProjectContext,
): readonly AccountEntry[] {
  const isIn = (entry: AccountEntry, environment: string) =>
    findIdInEnvironment(entry, environment) !== null &&
    isSelected(selection, toSelectable(entry, environment));
  return accounts.filter((entry) => isIn(entry, options.from) || isIn(entry, options.to));
}

/** Formats undeclared differences between two environments, a line each, then totals. */
export function formatComparisonText({ from, to, accounts }: EnvironmentComparison): string {
  const lines = accounts.flatMap((each) =>
    each.kind === 'unread'
      ? [`x ${toLine(`${each.account}: could not be read`)}`]
      : each.differences.map((difference) => {
          return formatHanging(`~ ${toLine(formatDifference(difference, { from, to }))}`, 2);
        }),
  );
  const read = accounts.filter((each) => each.kind === 'compared');
  const end = formatSummary({ from, to, read, unread: accounts.length - read.length });
  return [...lines, ...(lines.length > 0 ? [''] : []), formatHanging(toLine(end), 0), ''].join(
    '\n',
  );
}

// Limits the claim to the compared part.
function formatSummary(found: {
  readonly from: string;
  readonly to: string;
  readonly read: readonly Extract<ComparedAccount, { readonly kind: 'compared' }>[];
  readonly unread: number;
}): string {
  const { from, to, read, unread } = found;
  const missed = `${count(unread, 'account')} could not be read.`;
  if (read.length === 0 && unread > 0) return `Nothing was compared: ${missed}`;
  const differences = read.flatMap((each) => each.differences).length;
  const hidden = read.flatMap((each) => each.notCompared).length;
  const isAll = unread + hidden === 0;
  const text =
    differences > 0
      ? `${count(differences, 'undeclared difference')}.`
      : `${isAll ? 'No' : 'In the compared part, no'} undeclared difference between ${from} and ${to}.`;
  return [
    `${text} ${count(read.length, 'account')} compared.`,
    ...(hidden === 0
      ? []
      : [
          `${count(hidden, 'field')} not compared: hidden by the service, or a secret without a value here.`,
        ]),
    ...(unread === 0 ? [] : [missed]),
  ].join(' ');
}

function formatDifference(
  difference: Difference,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  switch (difference.kind) {
    case 'field':
      return `${difference.address}/${difference.path}: ${formatSide(from, difference.from)}; ${formatSide(to, difference.to)}`;
    case 'cycle':
      return `${difference.address}: in ${to}, ${difference.says}`;
    case 'lone': {
      const what = difference.isForeign
        ? `the unmanaged ${difference.object} "${difference.name}"`
        : difference.name;
      return `${what} exists in ${difference.in} only`;
    }
  }
}

function formatSide(environment: string, { live, isAsGit, lost }: ComparedSide): string {
  if (lost !== undefined) return `${formatName(environment)} ${formatMissingName(lost)}`;
  const text = isAsGit === null ? '' : isAsGit ? ' (in sync)' : ' (out of sync)';
  return `${formatName(environment)} has ${formatShownValue(live)}${text}`;
}

function formatMissingName({ thing, name, step, isSeveral, near }: UnknownName): string {
  const where = step === null ? '' : ` in step ${formatQuoted(step)}`;
  const names = near.map(formatQuoted).join(', ');
  const hint = names === '' ? '' : ` (${isSeveral ? 'they are' : 'the nearest is'} ${names})`;
  return `has ${isSeveral ? 'more than one' : 'no'} ${thing} ${formatQuoted(name)}${where}${hint}`;
}

/** Formats the comparison as data. */
function formatComparisonJson(comparison: EnvironmentComparison): string {
  return formatDocument('compare', { run: comparison });
}
