import {
  type IndexedProject,
  indexManifests,
  readProject,
} from '../../engine/index/index-manifests.ts';
import { type Selected, selectAccounts } from '../../engine/index/select-accounts.ts';
import { checkSelection } from '../../engine/validate/check-selection.ts';
import { listNearest } from '../../kit/text/nearest.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { ExternalNames } from '../../model/manifest/external-name.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  type ManifestIndex,
} from '../../model/manifest/manifest.ts';
import type { Environment, Project } from '../../model/manifest/project.ts';
import { countNamed, parseSelection, type Selection } from '../../model/manifest/selection.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { checkBounds } from '../ports/operator-bounds.ts';
import { openProjectFiles } from './project-files.ts';

/** What every command that looks at accounts begins with. */
export type ProjectContext = {
  readonly root: string;
  readonly project: Project;
  readonly environment: Environment;
  readonly selected: Selected;
  /** What `--select` says. */
  readonly selection: Selection;
  /** All accounts that manifests have, selected or not. */
  readonly accounts: readonly AccountEntry[];
  /** Keys of all accounts that manifests have, selected or not. */
  readonly keys: ReadonlySet<string>;
  /** External ids of the selected accounts. */
  readonly ids: ReadonlySet<string>;
  /** How many accounts `--select` names one by one; null where it does not. */
  readonly named: number | null;
  /** Warnings; errors end the command before. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Walks the manifests and chooses environment and accounts, or says why that cannot be done. */
export async function openProjectContext(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ProjectContext | { readonly refused: readonly Diagnostic[] }> {
  const opened = await openProject(context, options);
  if ('refused' in opened) return opened;
  const { project, environment, index } = opened;
  const parsed = parseSelection(options.select);
  if ('diagnostics' in parsed) return { refused: parsed.diagnostics };
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
    keys: new Set(index.accounts.map(({ key }) => key)),
    ids: new Set(
      selected.entries.flatMap((entry) => findIdInEnvironment(entry, environment.name) ?? []),
    ),
    named: countNamed(parsed.selection),
    diagnostics: index.diagnostics,
  };
}

/** A project whose manifests have no errors, and the environment that was chosen of it. */
export type LoadedProject = {
  readonly project: Project;
  readonly environment: Environment;
  readonly index: ManifestIndex;
  /** What manifests name outside of the project. */
  readonly names: ExternalNames;
};

/** Walks the manifests and chooses the environment. `forgiven` is a code that does not keep the command from it. */
export async function openProject(
  context: CommandContext,
  options: GlobalOptions,
  forgiven: DiagnosticCode | null = null,
): Promise<LoadedProject | { readonly refused: readonly Diagnostic[] }> {
  return openIndexedProject(context, options, {
    walked: await indexManifests(openProjectFiles(options.directory)),
    forgiven,
  });
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
  const { project, index, names } = walked;
  const { diagnostics } = index;
  const faults = diagnostics.filter(({ code }) => code !== forgiven);
  const name = options.env ?? context.environment.CYCLECTL_ENVIRONMENT;
  context.reports.environment = toEnvironmentName(project, name);
  if (project === null || hasErrors(faults)) return { refused: diagnostics };
  const environment = selectEnvironment(project, name);
  if ('refused' in environment) return environment;
  const forbidden = checkBounds(context, environment, names);
  if (forbidden.length > 0) return { refused: forbidden };
  return { project, environment, index: { ...index, diagnostics: faults }, names };
}

/** Does the work of a command, or says why it cannot begin. */
export async function withProject(
  context: CommandContext,
  options: GlobalOptions,
  work: (project: ProjectContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const project = await openProjectContext(context, options);
  return 'refused' in project ? refuse(context, options, project.refused) : work(project);
}

/**
 * Does the work of a command that needs no account, on the service or on what is remembered, or says why it cannot
 * begin: manifests of accounts may be missing or wrong.
 */
export async function withEnvironment(
  context: CommandContext,
  options: GlobalOptions,
  work: (environment: Environment) => Promise<ExitCode>,
): Promise<ExitCode> {
  const project = await openEnvironment(context, options);
  return 'refused' in project
    ? refuse(context, options, project.refused)
    : work(project.environment);
}

async function refuse(
  context: CommandContext,
  { directory }: GlobalOptions,
  refused: readonly Diagnostic[],
): Promise<ExitCode> {
  await printDiagnostics(context, directory, refused);
  return exitCodes.failed;
}

async function openEnvironment(
  context: CommandContext,
  options: GlobalOptions,
): Promise<{ readonly environment: Environment } | { readonly refused: readonly Diagnostic[] }> {
  const { project, diagnostics, names } = await readProject(openProjectFiles(options.directory));
  const name = options.env ?? context.environment.CYCLECTL_ENVIRONMENT;
  context.reports.environment = toEnvironmentName(project, name);
  if (project === null || hasErrors(diagnostics)) return { refused: diagnostics };
  const environment = selectEnvironment(project, name);
  if ('refused' in environment) return environment;
  const forbidden = checkBounds(context, environment, names);
  return forbidden.length > 0 ? { refused: forbidden } : { environment };
}

function toEnvironmentName(project: Project | null, name: string | undefined): string | null {
  if (name !== undefined && name !== '') return name;
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
  const nearest = wanted === null ? names : listNearest(wanted, names);
  const offered = `${(nearest.length > 0 ? nearest : names).join(', ')}.`;
  return {
    refused: [
      {
        code: 'environment-unknown',
        severity: 'error',
        summary:
          wanted === null
            ? 'The project has several environments, and none was chosen'
            : `The project has no environment "${wanted}"`,
        remedy:
          wanted === null ? `Write -e NAME; it has ${offered}` : `Name one that it has: ${offered}`,
      },
    ],
  };
}

function only(names: readonly string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null;
}
