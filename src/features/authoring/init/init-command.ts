import { join, resolve } from 'node:path';
import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { findRepository } from '../../../app/git/find-repository.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { readSchema } from '../../../app/project/read-schema.ts';
import { look } from '../../../kit/files/look.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import { beginFromLive } from './init-from-live-command.ts';
import { judgeStarter } from './judge-starter.ts';
import { lookAtPlaces } from './look-at-places.ts';
import { type StarterOptions, settleStarter } from './settle-starter.ts';
import type { BegunProject, Starter, StarterFile, StarterKit } from './starter.ts';
import { writePlaces } from './write-places.ts';
import { writeStarter } from './write-starter.ts';
import { writeStarterJson } from './write-starter-json.ts';
import { writeStarterText } from './write-starter-text.ts';

/**
 * `cyclectl init`: begins a project in a folder, which is made where it is missing. What is there already is not
 * overwritten; either all that is lacking is written, or nothing.
 */
export async function runInit(context: CommandContext, options: StarterOptions): Promise<ExitCode> {
  // An empty path is the folder that we are in, and no command could be pasted with it.
  const directory = options.directory === '' ? '.' : options.directory;
  if ((await look(join(directory, projectFile))) !== null) return refuseProject(context, directory);
  const { repository, within } = findRepository(directory);
  const kit = await readKit(within);
  const starter = await settleStarter(context, options, (asked) => judgeAnswers(asked, kit));
  const files = writeStarter(starter, kit);
  const places = await lookAtPlaces(directory, files);
  const written = files.filter((_, index) => places[index]?.did === 'written');
  if (!(await fitsFolder(context, directory, written))) return exitCodes.failed;
  const begin = async (accounts: number): Promise<BegunProject> => {
    context.closeBeforeEnd();
    const sized = await lookAtPlaces(directory, writeStarter(starter, { ...kit, accounts }));
    await writePlaces(directory, sized, context.stopping);
    const told = sized.map(({ path, did, adds }) => ({ path, did, adds }));
    const isFromLive = options.fromLive === true;
    return { starter, directory, places: told, repository, within, isFromLive };
  };
  if (options.fromLive === true) {
    return beginFromLive({ context, options: { ...options, directory }, written, begin });
  }
  const write = options.format === 'json' ? writeStarterJson : writeStarterText;
  await context.terminal.out(write(await begin(kit.accounts)));
  return exitCodes.ok;
}

async function refuseProject(context: CommandContext, directory: string): Promise<ExitCode> {
  const summary = `There is a ${projectFile} in ${resolve(directory)} already`;
  await printDiagnostics(context, directory, [
    { code: 'project-exists', severity: 'error', summary },
  ]);
  return exitCodes.failed;
}

async function readKit(within: string): Promise<StarterKit> {
  const [project, account, world] = await Promise.all([
    readSchema('project'),
    readSchema('account'),
    readSchema('world'),
  ]);
  return { schemas: { project, account, world }, within, accounts: 1 };
}

// The files themselves are judged, so that an answer is wrong exactly where validate would say so.
async function judgeAnswers(starter: Starter, kit: StarterKit) {
  const diagnostics = await judgeStarter(writeStarter(starter, kit));
  return diagnostics.find(({ severity }) => severity === 'error') ?? null;
}

/** Whether the project will be valid beside what is in its folder; says what of that is in the way. */
async function fitsFolder(
  context: CommandContext,
  directory: string,
  written: readonly StarterFile[],
): Promise<boolean> {
  const found = await judgeStarter(written, openProjectFiles(directory));
  if (!hasErrors(found)) return true;
  await printDiagnostics(context, directory, found);
  context.terminal.say('Nothing was written: a project in this folder would not be valid.');
  return false;
}
