import { type Emulator, openEmulator } from '../../../emulator/emulator.ts';
import { WorldError } from '../../../emulator/world/file/world-error.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { CatalogSource } from '../../../model/live/saved-catalog.ts';
import type { Environment, Project } from '../../../model/manifest/project.ts';
import { openLocalCatalog } from '../../../service/open-local-catalog.ts';
import { toWorldDiagnostics } from './to-world-diagnostics.ts';

/** The worlds of the embedded services of a project, as Git has them. */
export type OpenedWorlds = {
  readonly diagnostics: readonly Diagnostic[];
  /** Catalogs by environment; of a world with mistakes there is none. */
  readonly catalogs: ReadonlyMap<string, CatalogSource>;
  close(): Promise<void>;
};

/**
 * Opens the worlds of embedded services in memory, each file once, without a server. Reads no data
 * of earlier runs, so that the same files give the same result.
 */
export async function openWorlds(
  project: Project,
  read: (file: string) => Promise<string>,
): Promise<OpenedWorlds> {
  const files = new Map<string, OpenedWorld>();
  const catalogs = new Map<string, CatalogSource>();
  for (const environment of project.environments.values()) {
    const { service, name } = environment;
    if (service.kind !== 'emulator') continue;
    const known = files.get(service.worldFile);
    const opened = known ?? (await openWorld(read, service.worldFile, environment));
    files.set(service.worldFile, opened);
    if (opened.catalog !== null) catalogs.set(name, opened.catalog);
  }
  const worlds = [...files.values()];
  return {
    diagnostics: worlds.flatMap(({ diagnostics }) => diagnostics),
    catalogs,
    close: async () => {
      for (const { emulator } of worlds) await emulator?.close();
    },
  };
}

type OpenedWorld = {
  readonly diagnostics: readonly Diagnostic[];
  readonly emulator: Emulator | null;
  readonly catalog: CatalogSource | null;
};

// The accounts of a world are created in memory, because the rules of the service validate them.
async function openWorld(
  read: (file: string) => Promise<string>,
  file: string,
  { at }: Environment,
): Promise<OpenedWorld> {
  const none = { emulator: null, catalog: null };
  let world: string;
  try {
    world = await read(file);
  } catch (error) {
    const summary =
      error instanceof OperationalError ? error.message : `The world file ${file} cannot be read`;
    const remedy = 'Correct service.emulator.world in cyclectl.yaml, or create the file.';
    return { ...none, diagnostics: [reportError('file-unreadable', { summary, at, remedy })] };
  }
  try {
    const emulator = await openEmulator({ world });
    const catalog = openLocalCatalog(emulator.get, emulator.makeAccessToken());
    return { diagnostics: [], emulator, catalog };
  } catch (error) {
    if (error instanceof WorldError)
      return { ...none, diagnostics: toWorldDiagnostics(file, error.problems) };
    throw error;
  }
}
