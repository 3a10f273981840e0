import { type IndexedProject, indexManifests } from '../../../engine/index/index-manifests.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Files } from '../../../model/ports.ts';
import type { ScaffoldFile } from './scaffold.ts';

/** Empty folder. */
const emptyFolder: Files = {
  read: async () => ({ ok: false, problem: 'missing' }),
  listPassedOver: async () => [],
  listYaml: async () => null,
};

/**
 * Validates the files of a new project, beside those in its folder if given, because init must
 * write only valid ones.
 */
export async function checkScaffold(
  files: readonly ScaffoldFile[],
  folder: Files = emptyFolder,
): Promise<readonly Diagnostic[]> {
  const { index } = await loadScaffold(files, folder);
  return index.diagnostics;
}

/** Indexes a project whose files are not written yet. */
export function loadScaffold(
  files: readonly ScaffoldFile[],
  folder: Files,
): Promise<IndexedProject> {
  return indexManifests(withScaffold(files, folder));
}

/** Adds files that are not written yet to those of a folder. */
export function withScaffold(files: readonly ScaffoldFile[], folder: Files): Files {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return {
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? folder.read(path) : { ok: true, text };
    },
    listPassedOver: (path) => folder.listPassedOver(path),
    listYaml: async (path) => {
      const own = [...texts.keys()].filter((each) => each.startsWith(`${path}/`));
      const there = await folder.listYaml(path);
      if (own.length === 0) return there;
      const manifests = own.filter((each) => /\.ya?ml$/.test(each));
      return [...new Set([...(there ?? []), ...manifests])].sort();
    },
  };
}
