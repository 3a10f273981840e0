import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { findRendered } from '../../../engine/observe/find-document.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { blueprintFolder, fleetFolder, type Project } from '../../../model/manifest/project.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import type { FilesSince } from './files-since.ts';

/** A project as it was at a commit. */
export type EarlierProject = {
  readonly files: Files;
  /** Null if there was none, or one with mistakes. */
  readonly project: Project | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Valid accounts by name. */
  readonly accounts: ReadonlyMap<string, AccountEntry>;
};

/** Indexes a project as it was at a commit, without a checkout; null if its files are unknown. */
export async function openEarlier(since: FilesSince, now: Files): Promise<EarlierProject | null> {
  const texts = await since.readEarlierTexts();
  if (texts === null) return null;
  const files = withOverlay(now, texts);
  const { project, index } = await indexManifests(files);
  const accounts = new Map(index.accounts.map((entry) => [entry.key, entry]));
  return { files, project, accounts, diagnostics: index.diagnostics };
}

/** Returns whether accounts may differ by tables, blueprints or fleets. */
export async function hasChangedFleets(
  { changed }: FilesSince,
  files: Files,
  folders: readonly string[],
): Promise<boolean> {
  const isBelow = (path: string, above: readonly string[]) =>
    above.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const own = [blueprintFolder, fleetFolder];
  if ([...changed].some((path) => isBelow(path, own))) return true;
  if ((await files.listYaml(fleetFolder)) === null) return false;
  // A table may be in any folder.
  return [...changed].some((path) => !isBelow(path, folders) && /\.(?:ya?ml|csv|json)$/.test(path));
}

/** Returns whether an account comes to the same manifest as at the commit, in one environment. */
export async function isSameRendered(
  { files: before, project, accounts }: EarlierProject,
  now: {
    readonly files: Files;
    readonly environment: string;
    readonly environments: KnownEnvironments;
  },
  entry: AccountEntry,
): Promise<boolean> {
  const earlier = accounts.get(entry.key);
  const environments = project?.environments;
  if (earlier === undefined || environments?.has(now.environment) !== true) return false;
  if (earlier.layering === undefined && entry.layering === undefined) return false;
  const was = await findRendered({ ...now, files: before, environments }, earlier);
  const is = await findRendered(now, entry);
  return was !== null && is !== null && isSameJson(was, is);
}
