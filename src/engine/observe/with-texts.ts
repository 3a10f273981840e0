import type { DraftedText } from '../../model/desired/cycle-file/cycle-file.ts';
import type { Files } from '../../model/ports.ts';

/** Overlays the project folder with drafted texts; writes nothing. */
export function withTexts(files: Files, texts: readonly DraftedText[]): Files {
  const byPath = new Map(texts.map(({ path, text }) => [path, text]));
  return {
    ...files,
    read: async (path) => {
      const text = byPath.get(path);
      return text === undefined ? files.read(path) : { ok: true, text };
    },
  };
}
