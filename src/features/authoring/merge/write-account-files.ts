import type { DraftedText } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { Files, NewFiles } from '../../../model/ports.ts';

/**
 * Writes the files of an account, its manifest last, all or none. Returns a path that has another
 * text before any write; null on success. Accepts equal files of an earlier export. Throws
 * `OperationalError`.
 */
export async function writeAccountFiles(
  ports: { readonly files: Files; readonly newFiles: NewFiles },
  { manifest, beside }: { readonly manifest: DraftedText; readonly beside: readonly DraftedText[] },
): Promise<string | null> {
  const missing = await findMissing(ports.files, beside);
  if ('inTheWay' in missing) return missing.inTheWay;
  if (await isThere(ports.files, manifest)) return manifest.path;
  return writeAll(ports.newFiles, [...missing.texts, manifest]);
}

/** Writes the files of an existing manifest, which changes after them. */
export async function writeBeside(
  ports: { readonly files: Files; readonly newFiles: NewFiles },
  beside: readonly DraftedText[],
): Promise<string | null> {
  const missing = await findMissing(ports.files, beside);
  return 'inTheWay' in missing ? missing.inTheWay : writeAll(ports.newFiles, missing.texts);
}

async function findMissing(
  files: Files,
  texts: readonly DraftedText[],
): Promise<{ readonly texts: readonly DraftedText[] } | { readonly inTheWay: string }> {
  const missing: DraftedText[] = [];
  for (const each of texts) {
    const there = await files.read(each.path);
    if (there.ok ? there.text !== each.text : there.problem !== 'missing') {
      return { inTheWay: each.path };
    }
    if (!there.ok) missing.push(each);
  }
  return { texts: missing };
}

async function writeAll(newFiles: NewFiles, texts: readonly DraftedText[]): Promise<string | null> {
  for (const { path, text } of texts) if (!(await newFiles.create(path, text))) return path;
  return null;
}

async function isThere(files: Files, { path }: DraftedText): Promise<boolean> {
  const reading = await files.read(path);
  return reading.ok || reading.problem !== 'missing';
}
