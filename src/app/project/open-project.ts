import { type IndexedProject, readProject } from '../../engine/index/index-manifests.ts';
import { type Selected, selectAccounts } from '../../engine/index/select-accounts.ts';
import { checkSelection } from '../../engine/validate/check-selection.ts';
import { listPastOverrides } from '../../engine/validate/fleet/list-past-overrides.ts';
import { listNearest } from '../../kit/text/nearest.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import {
  type Diagnostic,
  hasErrors,
  isReadStopped,
  reportError,
} from '../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../model/manifest/blueprint.ts';
import type { ExternalNames } from '../../model/manifest/external-name.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  type ManifestIndex,
} from '../../model/manifest/manifest.ts';
import {
  checkSelectionUse,
  parseSelection,
  type SelectionUse,
} from '../../model/manifest/parse-selection.ts';
import type { Environment, Project } from '../../model/manifest/project.ts';
import { countNamed, type Selection } from '../../model/manifest/selection.ts';
import { saveProjectNames } from '../completion/save-names.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printRefused } from '../output/print-diagnostics.ts';
import { listLabels } from '../output/with-labels.ts';
import { checkBounds } from '../ports/operator-bounds.ts';
import { indexProject } from './index-project.ts';
import { openProjectFiles } from './project-files.ts';

/** The start of every command that reads accounts. */
export type ProjectContext = {
  readonly root: string;
  readonly project: Project;
  readonly environment: Environment;
  readonly selected: Selected;
  /** The selection of `--select`. */
  readonly selection: Selection;
  /** All accounts that manifests have, selected or not. */
  readonly accounts: readonly AccountEntry[];
  /** All fleets, also those whose tables have no rows. */
  readonly fleets: readonly Fleet[];
  /** Keys of all accounts that manifests have, selected or not. */
  readonly keys: ReadonlySet<string>;
  /** External ids of the selected accounts. */
  readonly ids: ReadonlySet<string>;
  /** Number of accounts that `--select` names; null without names. */
  readonly named: number | null;
  /** Warnings; errors end the command before. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Reads the manifests and selects environment and accounts, or reports why not. */
export async function openProjectContext(
  context: CommandContext,
  options: GlobalOptions,
  use: SelectionUse = 'manifests',
): Promise<ProjectContext | { readonly refused: readonly Diagnostic[] }> {
  const opened = await openProject(context, options);
  if ('refused' in opened) return opened;
  const { project, environment, index, fleets } = opened;
  const parsed = parseSelection(options.select);
  if ('diagnostics' in parsed) return { refused: parsed.diagnostics };
  const misused = checkSelectionUse(parsed.selection, use);
  if (misused.length > 0) return { refused: misused };
  const selected = selectAccounts(index.accounts, environment.name, parsed.selection);
  const nothing = checkSelection(parsed.selection, index.accounts, environment.name);
  if (nothing.length > 0) return { refused: nothing };
  return {
    root: options.directory,
    project,
    environment,
    selected,
    selection: parsed.selection,
    accounts: index.accounts,
    fleets,
    keys: new Set(index.accounts.map(({ key }) => key)),
    ids: new Set(
      selected.entries.flatMap((entry) => findIdInEnvironment(entry, environment.name) ?? []),
    ),
    named: countNamed(parsed.selection),
    diagnostics: [
      ...listPastOverrides(index.accounts, toDate(new Date()), environment.name),
      ...index.diagnostics,
    ],
  };
}

function toDate(now: Date): string {
  return now.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A valid project, and its selected environment. */
export type LoadedProject = {
  readonly project: Project;
  readonly environment: Environment;
  readonly index: ManifestIndex;
  /** Valid blueprints by name. */
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  readonly fleets: readonly Fleet[];
  /** Names outside the project that manifests use. */
  readonly names: ExternalNames;
};

/** Walks the manifests and chooses the environment. `forgiven` is a code that does not keep the command from it. */
export async function openProject(
  context: CommandContext,
  options: GlobalOptions,
  forgiven: DiagnosticCode | null = null,
): Promise<LoadedProject | { readonly refused: readonly Diagnostic[] }> {
  const walked = await indexProject(context, openProjectFiles(options.directory));
  await saveProjectNames({ context, directory: options.directory }, walked);
  return openIndexedProject(context, options, { walked, forgiven });
}

/** The same of manifests that were walked already. */
export function openIndexedProject(
  context: CommandContext,
  options: GlobalOptions,
  {
    walked,
    forgiven,
  }: { readonly walked: IndexedProject; readonly forgiven: DiagnosticCode | null },
): LoadedProject | { readonly refused: readonly Diagnostic[] } {
  const { project, index, blueprints, fleets, names } = walked;
  const { diagnostics } = index;
  // A plan refuses each object of its own errors; other commands read it.
  const faults = diagnostics.filter(
    (each) => each.code !== forgiven && (each.severity !== 'error' || isReadStopped(each)),
  );
  const name = readEnvironmentName(context, options.env);
  context.reports.environment = toEnvironmentName(project, name);
  context.reports.labels = listLabels(index.accounts);
  if (project === null || hasErrors(faults)) return { refused: diagnostics };
  const environment = selectEnvironment(project, name);
  if ('refused' in environment) return environment;
  const forbidden = checkBounds(context, environment, names);
  if (forbidden.length > 0) return { refused: forbidden };
  return {
    project,
    environment,
    index: { ...index, diagnostics: faults },
    blueprints,
    fleets,
    names,
  };
}

/** A command with its options, and the project that it runs in. */
export type ProjectRequest<Options = GlobalOptions, Project = ProjectContext> = {
  readonly context: CommandContext;
  readonly options: Options;
  readonly project: Project;
};

/** Runs a command with a project, or reports why it cannot start. */
export async function withProject<Options extends GlobalOptions>(
  context: CommandContext,
  options: Options,
  work: (request: ProjectRequest<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withSelectedProject({ context, options, use: 'manifests' }, work);
}

/** The same for a command to which other parts of `--select` mean something. */
export async function withSelectedProject<Options extends GlobalOptions>(
  {
    context,
    options,
    use,
  }: {
    readonly context: CommandContext;
    readonly options: Options;
    readonly use: SelectionUse;
  },
  work: (request: ProjectRequest<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const project = await openProjectContext(context, options, use);
  return 'refused' in project
    ? printRefused(context, options.directory, project.refused)
    : work({ context, options, project });
}

/**
 * Runs a command that needs no account, on the service or the store, or reports why not: manifests
 * may be missing or wrong.
 */
export async function withEnvironment<Options extends GlobalOptions>(
  context: CommandContext,
  options: Options,
  work: (
    request: ProjectRequest<Options, { readonly environment: Environment }>,
  ) => Promise<ExitCode>,
): Promise<ExitCode> {
  const isSelecting = options.select.length > 0;
  const project = isSelecting ? selectsNothing : await openEnvironment(context, options);
  return 'refused' in project
    ? printRefused(context, options.directory, project.refused)
    : work({ context, options, project });
}

const selectsNothing = {
  refused: [
    reportError('wrong-usage', {
      summary: '--select chooses among accounts, and this command is about the whole environment',
      remedy: 'Remove --select.',
    }),
  ],
};

async function openEnvironment(
  context: CommandContext,
  options: GlobalOptions,
): Promise<{ readonly environment: Environment } | { readonly refused: readonly Diagnostic[] }> {
  const { project, diagnostics, names } = await readProject(openProjectFiles(options.directory));
  const name = readEnvironmentName(context, options.env);
  context.reports.environment = toEnvironmentName(project, name);
  if (project === null || hasErrors(diagnostics)) return { refused: diagnostics };
  const environment = selectEnvironment(project, name);
  if ('refused' in environment) return environment;
  const forbidden = checkBounds(context, environment, names);
  return forbidden.length > 0 ? { refused: forbidden } : { environment };
}

/** The environment of the options, else of CYCLECTL_ENVIRONMENT, which counts as unset where it is empty. */
export function readEnvironmentName(
  { environment }: Pick<CommandContext, 'environment'>,
  env: string | undefined,
): string | undefined {
  return env ?? (environment.CYCLECTL_ENVIRONMENT || undefined);
}

function toEnvironmentName(project: Project | null, name: string | undefined): string | null {
  if (name !== undefined) return name;
  return project === null
    ? null
    : (project.defaultEnvironment ?? only([...project.environments.keys()]));
}

/** The environment that is named, the default, or the only one. */
export function selectEnvironment(
  project: Project,
  name: string | undefined,
): Environment | { readonly refused: readonly Diagnostic[] } {
  const names = [...project.environments.keys()];
  const wanted = toEnvironmentName(project, name);
  const found = wanted === null ? undefined : project.environments.get(wanted);
  if (found !== undefined) return found;
  if (wanted === '') return { refused: [reportEmptyName(names)] };
  const nearest = wanted === null ? names : listNearest(wanted, names);
  const offered = `${(nearest.length > 0 ? nearest : names).join(', ')}.`;
  return {
    refused: [
      reportError('environment-unknown', {
        summary:
          wanted === null
            ? 'The project has several environments, and none is chosen'
            : `The project has no environment "${wanted}"`,
        remedy:
          wanted === null
            ? `Pass -e NAME. The project has ${offered}`
            : `Name an existing one: ${offered}`,
      }),
    ],
  };
}

// A variable of a script that is not set must not choose the default, which may be production.
function reportEmptyName(names: readonly string[]): Diagnostic {
  return reportError('environment-unknown', {
    summary: 'The name of the environment is empty',
    remedy: `A variable on the command line may not be set. The project has ${names.join(', ')}.`,
  });
}

function only(names: readonly string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null;
}
