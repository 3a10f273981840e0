import { posix } from 'node:path';
import type { DraftedText } from '../../model/desired/cycle-file/cycle-file.ts';
import type { Files } from '../../model/ports.ts';

/** Overlays some files of a project with other texts, and removes those with null; writes nothing. */
export function withOverlay(files: Files, texts: ReadonlyMap<string, string | null>): Files {
  return {
    ...files,
    read: async (path, ...bounds) => {
      const text = texts.get(path);
      if (text === undefined) return files.read(path, ...bounds);
      if (text === null) return { ok: false, problem: 'missing' };
      // A byte order mark is not part of the text.
      const hasMark = text.startsWith('\ufeff');
      return { ok: true, text: hasMark ? text.slice(1) : text, ...(hasMark ? { hasMark } : {}) };
    },
    listYaml: async (folder) => {
      const found = await files.listYaml(folder);
      const added = [...texts.keys()].filter((path) => path.startsWith(posix.join(folder, '/')));
      if (found === null && added.length === 0) return null;
      const paths = new Set([...(found ?? []), ...added.filter((path) => /\.ya?ml$/.test(path))]);
      return [...paths].filter((path) => texts.get(path) !== null).sort();
    },
  };
}

/** Overlays a project with drafted texts. */
export function withTexts(files: Files, texts: readonly DraftedText[]): Files {
  return withOverlay(files, new Map(texts.map(({ path, text }) => [path, text])));
}
