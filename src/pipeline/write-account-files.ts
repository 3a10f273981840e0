import type { DraftedText } from '../model/drafted-cycle.ts';
import type { Files, NewFiles } from '../model/ports.ts';

/**
 * Writes the files of an account, its manifest last: what a manifest names is there when it is. All of them or none: a
 * path that has another text is answered before anything is written, and left as it is; null where all is written. A
 * file that has the text already, as one of an export that died has, stands for what was to be written.
 */
export async function writeAccountFiles(
  { files, newFiles }: { readonly files: Files; readonly newFiles: NewFiles },
  { manifest, beside }: { readonly manifest: DraftedText; readonly beside: readonly DraftedText[] },
): Promise<string | null> {
  const missing: DraftedText[] = [];
  for (const each of beside) {
    const there = await files.read(each.path);
    if (there.ok ? there.text !== each.text : there.problem !== 'missing') return each.path;
    if (!there.ok) missing.push(each);
  }
  if (await isThere(files, manifest)) return manifest.path;
  for (const { path, text } of [...missing, manifest]) {
    if (!(await newFiles.create(path, text))) return path;
  }
  return null;
}

async function isThere(files: Files, { path }: DraftedText): Promise<boolean> {
  const reading = await files.read(path);
  return reading.ok || reading.problem !== 'missing';
}
