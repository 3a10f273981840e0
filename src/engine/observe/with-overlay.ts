import type { Files } from '../../model/ports.ts';

/** The files of a project with some of them in other words; nothing is written. */
export function withOverlay(files: Files, texts: ReadonlyMap<string, string>): Files {
  return {
    ...files,
    read: async (path) => {
      const text = texts.get(path);
      if (text === undefined) return files.read(path);
      // What a file begins with is no part of its text.
      const hasMark = text.startsWith('\ufeff');
      return { ok: true, text: hasMark ? text.slice(1) : text, ...(hasMark ? { hasMark } : {}) };
    },
  };
}
