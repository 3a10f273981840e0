import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { readMade, writeReportFiles } from '../../../app/output/write-report.ts';
import { indexProject } from '../../../app/project/index-project.ts';
import { readEnvironmentName, selectEnvironment } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { checkSelection } from '../../../engine/validate/check-selection.ts';
import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, toSelectable } from '../../../model/manifest/manifest.ts';
import { checkSelectionUse, parseSelection } from '../../../model/manifest/parse-selection.ts';
import { isSelected, type Selection } from '../../../model/manifest/selection.ts';
import { formatSpan } from '../../../model/source-span.ts';
import { openChanges } from '../../ci/changed-since/open-changes.ts';
import { openEarlier } from '../../ci/changed-since/open-earlier.ts';
import { compareRendered, type ProjectSide } from './compare-rendered.ts';
import {
  formatDifferenceGroup,
  formatDifferences,
  type RenderedDiff,
  toDifferencesJson,
} from './format-differences.ts';
import { formatDifferencesMarkdown } from './format-differences-markdown.ts';

type DiffRenderedOptions = GlobalOptions & {
  readonly rendered: string;
  /** The number of the group of equal changes whose accounts are printed. */
  readonly group?: number;
};

/**
 * `cyclectl diff --rendered REF`: shows the accounts whose manifests come to something else than at
 * the merge base of a commit, in every environment or the chosen one. Contacts no service.
 */
export async function runDiffRendered(
  context: CommandContext,
  options: DiffRenderedOptions,
): Promise<ExitCode> {
  const { directory, rendered: ref, env } = options;
  const files = openProjectFiles(directory);
  const { project, index } = await indexProject(context, files);
  if (project === null || hasErrors(index.diagnostics)) {
    return printRefused(context, directory, index.diagnostics);
  }
  const parsed = parseSelection(options.select);
  if ('diagnostics' in parsed) return printRefused(context, directory, parsed.diagnostics);
  const misused = checkSelectionUse(parsed.selection, 'manifests');
  if (misused.length > 0) return printRefused(context, directory, misused);
  const name = readEnvironmentName(context, env);
  const chosen = name === undefined ? null : selectEnvironment(project, name);
  if (chosen !== null && 'refused' in chosen)
    return printRefused(context, directory, chosen.refused);
  const environments = chosen === null ? [...project.environments.keys()] : [chosen.name];
  const changes = await openChanges(directory, ref, context.environment);
  const earlier = await openEarlier(changes, files);
  if (earlier === null) return printRefused(context, directory, [reportUnknown(ref)]);
  if (earlier.project === null || hasErrors(earlier.diagnostics)) {
    return printRefused(context, directory, [reportFaulty(ref, earlier.diagnostics)]);
  }
  const before: ProjectSide = { ...earlier, environments: earlier.project.environments };
  const accounts = new Map(index.accounts.map((entry) => [entry.key, entry]));
  const after: ProjectSide = { files, environments: project.environments, accounts };
  const all = [...before.accounts.values(), ...index.accounts];
  const nothing = environments.map((each) => checkSelection(parsed.selection, all, each));
  if (nothing.every(({ length }) => length > 0)) {
    return printRefused(context, directory, nothing.flat().slice(0, 1));
  }
  const keys = listSelected(all, parsed.selection, environments);
  await printDiagnostics(context, directory, index.diagnostics);
  const differing = await compareRendered([before, after], keys, environments);
  const diff: RenderedDiff = { ref, base: changes.base, environments, accounts: differing };
  await context.terminal.out(await formatAsked(context, options, diff));
  await writeReportFiles(context, async () => {
    const made = await readMade(context, directory);
    return formatDifferencesMarkdown(diff, made, name);
  });
  return exitCodes.ok;
}

function formatAsked(
  { terminal: { paint } }: CommandContext,
  { format, group }: DiffRenderedOptions,
  diff: RenderedDiff,
): Promise<string> {
  if (format === 'json') return toDifferencesJson(diff, group);
  return group === undefined
    ? formatDifferences(diff, paint)
    : formatDifferenceGroup(diff, group, paint);
}

/** Names of the accounts that are selected before or now, in some environment. */
function listSelected(
  entries: readonly AccountEntry[],
  selection: Selection,
  environments: readonly string[],
): ReadonlySet<string> {
  const selected = entries.filter((entry) =>
    environments.some((name) => isSelected(selection, toSelectable(entry, name))),
  );
  return new Set(selected.map(({ key }) => key));
}

function reportUnknown(ref: string): Diagnostic {
  return reportError('commit-unclear', {
    summary: `The files at ${ref} are not known: links changed since, or it has several merge bases with HEAD`,
    remedy: 'Merge it into the branch first, or compare with a commit without such links.',
  });
}

// A place in a file of then would show a line of now.
function reportFaulty(ref: string, diagnostics: readonly Diagnostic[]): Diagnostic {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const at = first?.at === undefined ? '' : `${formatSpan(first.at)}: `;
  return reportError('commit-unclear', {
    summary: `The project has mistakes where the branch left ${ref}, such as ${at}${first?.summary ?? ''}`,
    remedy: 'Compare with a commit whose manifests are valid.',
  });
}
