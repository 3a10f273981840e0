import { maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { AccountEntry, RawDocument } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import { deleteOverride, deleteRow } from './delete-row.ts';
import type { WrittenEdit } from './write-edits.ts';

/** Edits after which no table and no fleet names an account. */
type Removals = {
  readonly edits: readonly WrittenEdit[];
  /** Places that no longer name it: `row of FILE`. */
  readonly removed: readonly string[];
};

/** Lists the edits that remove a row and its override; reports the one that is not possible. */
export async function listRemovals(
  { key }: AccountEntry,
  { raw, fleet }: { readonly raw: RawDocument; readonly fleet: Fleet },
  files: Files,
): Promise<Removals | { readonly stuck: { readonly what: string; readonly file: string } }> {
  const sources: [string, string, (text: string) => string | null][] = [
    ['row', raw.file, (text) => deleteRow(text, raw)],
    ['override', fleet.document.file, (text) => deleteOverride(text, fleet, key)],
  ];
  const edits: WrittenEdit[] = [];
  const removed: string[] = [];
  for (const [what, file, remove] of sources) {
    const before = await readWhole(files, file);
    const edited = before === null ? null : remove(before);
    if (before === null || edited === null) return { stuck: { what, file } };
    if (before === edited) continue;
    edits.push({ path: file, before, text: edited });
    removed.push(`${what} of ${file}`);
  }
  return { edits, removed };
}

/** Reads a file with its byte order mark; null if that is not possible. */
export async function readWhole(files: Files, file: string): Promise<string | null> {
  const reading = await files.read(file, maxTableBytes);
  if (!reading.ok) return null;
  return reading.hasMark === true ? `\ufeff${reading.text}` : reading.text;
}
