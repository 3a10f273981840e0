import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, toComparisonExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import {
  type EnvironmentMappingOptions,
  type OpenedMapping,
  openEnvironmentMapping,
} from '../../../app/project/open-environment-mapping.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openRunContext } from '../../../engine/run/make-plan.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import { isSelected, parseSelection } from '../../../model/manifest/selection.ts';
import { compareEnvironments } from './compare-environments.ts';
import type { ComparedAccount } from './comparison.ts';
import { formatComparisonJson, formatComparisonText } from './format-comparison.ts';

export type CompareOptions = EnvironmentMappingOptions & { readonly exitCode?: boolean };

/** `cyclectl compare`: shows undeclared differences between two environments. Reads only. */
export async function runCompare(
  context: CommandContext,
  options: CompareOptions,
): Promise<ExitCode> {
  const opened = await openEnvironmentMapping(context, options);
  if ('refused' in opened) {
    return await printRefused(context, options.directory, opened.refused);
  }
  await printDiagnostics(context, options.directory, opened.projectContext.diagnostics);
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
  const { projectContext, to } = opened;
  const { directory: root, verbose } = options;
  const one = await openReadPorts({
    root,
    environment: projectContext.environment,
    context,
    verbose,
  });
  try {
    const other = await openReadPorts({ root, environment: to, context, verbose });
    try {
      const runs = [
        toRun(projectContext, one),
        toRun({ ...projectContext, environment: to }, other),
      ] as const;
      const [left, right] = await Promise.all([
        openRunContext(runs[0].context, projectContext.named),
        openRunContext(runs[1].context, projectContext.named),
      ]);
      const run = { from: left, to: right, width: runs[0].width };
      return await collect(compareEnvironments({ ...run, entries: listBoth(options, opened) }));
    } finally {
      await other.close();
    }
  } finally {
    await one.close();
  }
}

function listBoth(options: CompareOptions, { all }: OpenedMapping): readonly AccountEntry[] {
  const parsed = parseSelection(options.select);
  if ('diagnostics' in parsed) throw new Error('The selection was parsed before');
  return all.filter(
    (entry) =>
      isSelected(parsed.selection, entry) &&
      (findIdInEnvironment(entry, options.from) !== null ||
        findIdInEnvironment(entry, options.to) !== null),
  );
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
