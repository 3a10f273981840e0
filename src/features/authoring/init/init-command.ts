import { join, resolve } from 'node:path';
import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { findRepository } from '../../../app/git/find-work-tree.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openProjectFiles, readSchema } from '../../../app/project/project-files.ts';
import { readFleetSchema } from '../../../app/project/read-editor-schema.ts';
import { findStats } from '../../../kit/files/read-text.ts';
import { hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { checkScaffold } from './check-scaffold.ts';
import { formatScaffoldText, toScaffoldData } from './format-scaffold-text.ts';
import { createFromLive } from './init-from-live-command.ts';
import { makeFilesPlan } from './make-files-plan.ts';
import { makeScaffoldFiles } from './make-scaffold-files.ts';
import { resolveScaffold } from './resolve-scaffold.ts';
import type {
  CreatedProject,
  InitOptions,
  Scaffold,
  ScaffoldFile,
  ScaffoldInputs,
} from './scaffold.ts';
import { writePlannedFiles } from './write-planned-files.ts';

/**
 * `cyclectl init`: creates a project in a folder, which it creates too. Overwrites nothing; writes
 * all missing files or none.
 */
export async function runInit(context: CommandContext, options: InitOptions): Promise<ExitCode> {
  // Replaces an empty path, because commands to paste need one.
  const directory = options.directory === '' ? '.' : options.directory;
  if ((await findStats(join(directory, projectFile))) !== null)
    return reportExistingProject(context, directory);
  const { repository, within } = findRepository(directory);
  const published = await readScaffoldInputs(within);
  const { starter, isFromLive } = await resolveScaffold(context, options, (asked) =>
    checkAnswers(asked, published),
  );
  const files = makeScaffoldFiles(starter, published);
  const places = await makeFilesPlan(directory, files);
  const written = files.filter((_, index) => places[index]?.did === 'written');
  if (!(await checkFolder(context, directory, written))) return exitCodes.failed;
  const kit = await withWorldSchema({ starter, directory, written }, published);
  const begin = async (accounts: number): Promise<CreatedProject> => {
    context.deferSignals();
    const sized = await makeFilesPlan(directory, makeScaffoldFiles(starter, { ...kit, accounts }));
    await writePlannedFiles(directory, sized, context.stopping);
    const reported = sized.map(({ path, did, adds }) => ({ path, did, adds }));
    return { scaffold: starter, directory, places: reported, repository, within, isFromLive };
  };
  if (isFromLive) {
    return createFromLive({ context, options: { ...options, directory }, written, create: begin });
  }
  const created = await begin(kit.accounts);
  await context.terminal.out(
    options.format === 'json'
      ? formatDocument('init', { result: toScaffoldData(created) })
      : formatScaffoldText(created),
  );
  return exitCodes.ok;
}

type NewProject = {
  readonly starter: Scaffold;
  readonly directory: string;
  readonly written: readonly ScaffoldFile[];
};

async function reportExistingProject(
  context: CommandContext,
  directory: string,
): Promise<ExitCode> {
  const summary = `${resolve(directory)} has a ${projectFile} already`;
  return printRefused(context, directory, [reportError('project-exists', { summary })]);
}

async function readScaffoldInputs(within: string): Promise<ScaffoldInputs> {
  const [project, account, blueprint, fleet, policy, world] = await Promise.all([
    readSchema('project'),
    readSchema('account'),
    readSchema('blueprint'),
    readFleetSchema(new Map()),
    readSchema('policy'),
    readSchema('world'),
  ]);
  return { schemas: { project, account, blueprint, fleet, policy, world }, within, accounts: 1 };
}

// Only an embedded service is known before a sign-in.
async function withWorldSchema(
  { starter, directory, written }: NewProject,
  published: ScaffoldInputs,
): Promise<ScaffoldInputs> {
  if (starter.target.kind !== 'local') return published;
  const { readWorldSchema } = await import('./read-world-schema.ts');
  const account = await readWorldSchema(directory, written);
  if (account === null) return published;
  return { ...published, schemas: { ...published.schemas, account } };
}

// Validates the files themselves, because answers must be wrong exactly where validate says so.
async function checkAnswers(starter: Scaffold, kit: ScaffoldInputs) {
  const diagnostics = await checkScaffold(makeScaffoldFiles(starter, kit));
  return diagnostics.find(({ severity }) => severity === 'error') ?? null;
}

/** Validates the project beside the existing files of its folder, and reports those in conflict. */
async function checkFolder(
  context: CommandContext,
  directory: string,
  written: readonly ScaffoldFile[],
): Promise<boolean> {
  const found = await checkScaffold(written, openProjectFiles(directory));
  if (!hasErrors(found)) return true;
  await printDiagnostics(context, directory, found);
  context.terminal.log('Nothing was written: the project would not be valid in this folder.');
  return false;
}
