import type { DraftedText } from '../../model/desired/cycle-file/cycle-file.ts';
import type { Files } from '../../model/ports.ts';

/** Overlays some files of a project with other texts; writes nothing. */
export function withOverlay(files: Files, texts: ReadonlyMap<string, string>): Files {
  return {
    ...files,
    read: async (path) => {
      const text = texts.get(path);
      if (text === undefined) return files.read(path);
      // A byte order mark is not part of the text.
      const hasMark = text.startsWith('\ufeff');
      return { ok: true, text: hasMark ? text.slice(1) : text, ...(hasMark ? { hasMark } : {}) };
    },
  };
}

/** Overlays a project with drafted texts. */
export function withTexts(files: Files, texts: readonly DraftedText[]): Files {
  return withOverlay(files, new Map(texts.map(({ path, text }) => [path, text])));
}
