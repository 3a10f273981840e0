import { openEmulator } from '../../emulator/emulator.ts';
import { WorldError } from '../../emulator/world/file/world-error.ts';
import { readText } from '../../kit/files/read-text.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Environment, Project } from '../../model/manifest/project.ts';
import { resolveOwnPath } from '../project/resolve-own-path.ts';
import { toWorldDiagnostics } from './to-world-diagnostics.ts';

/** Checks the worlds of embedded services, each file once. */
export async function checkWorlds(root: string, project: Project): Promise<readonly Diagnostic[]> {
  const files = new Map<string, Environment>();
  for (const environment of project.environments.values()) {
    const { service } = environment;
    if (service.kind === 'emulator' && !files.has(service.worldFile)) {
      files.set(service.worldFile, environment);
    }
  }
  const found: Diagnostic[] = [];
  for (const [file, environment] of files)
    found.push(...(await checkWorld(root, file, environment)));
  return found;
}

async function checkWorld(
  root: string,
  file: string,
  { at }: Environment,
): Promise<readonly Diagnostic[]> {
  let text: string;
  try {
    text = await readText(resolveOwnPath(root, file));
  } catch (error) {
    const summary =
      error instanceof OperationalError ? error.message : `The world file ${file} cannot be read`;
    const remedy = 'Correct service.emulator.world in cyclectl.yaml, or create the file.';
    return [reportError('file-unreadable', { summary, at, remedy })];
  }
  return toWorldDiagnostics(file, await listProblems(text));
}

/**
 * Problems of a world. Its accounts are created in memory, because the rules of the service
 * validate them.
 */
async function listProblems(world: string): Promise<WorldError['problems']> {
  try {
    const emulator = await openEmulator({ world });
    await emulator.close();
    return [];
  } catch (error) {
    if (error instanceof WorldError) return error.problems;
    throw error;
  }
}
