import type { Emulator, EmulatorOptions } from '../../../emulator/emulator.ts';
import { DataFolderHeldError } from '../../../emulator/state/data-folder-held-error.ts';
import { WorldError } from '../../../emulator/world/file/world-error.ts';
import { readText } from '../../../kit/files/read-text.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { resolveOwnPath } from '../../project/resolve-own-path.ts';
import { toWorldDiagnostics } from './to-world-diagnostics.ts';
import { WorldFileError } from './world-file-error.ts';

/**
 * Opens the service on this machine. Throws `OperationalError` for errors in its world, options or
 * data.
 */
export async function openLocalService(
  worldFile: string,
  options: EmulatorOptions,
): Promise<Emulator> {
  // Imported late because most environments have a service elsewhere.
  const { openEmulator } = await import('../../../emulator/emulator.ts');
  try {
    return await openEmulator(options);
  } catch (error) {
    if (error instanceof WorldError) {
      const text = typeof options.world === 'string' ? options.world : '';
      const diagnostics = toWorldDiagnostics(worldFile, error.problems);
      throw new WorldFileError({ file: worldFile, text, diagnostics });
    }
    if (error instanceof DataFolderHeldError) {
      throw new OperationalError(error.message.replace(/\.$/, ''), {
        remedy: 'Wait until it has ended, or end it.',
        cause: error,
      });
    }
    if (error instanceof RangeError) {
      throw new OperationalError(error.message.replace(/\.$/, ''), {
        remedy: 'Run cyclectl emulator --help for usage.',
        cause: error,
      });
    }
    throw error;
  }
}

/** The text of a world file. */
export async function readWorldFile(root: string, path: string): Promise<string> {
  const location = resolveOwnPath(root, path);
  try {
    return await readText(location);
  } catch (error) {
    throw new OperationalError(`the world file ${path} cannot be read`, {
      remedy: 'Correct service.emulator.world in cyclectl.yaml, or create the file.',
      cause: error,
    });
  }
}
