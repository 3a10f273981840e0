import { maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import type { Files } from '../../../model/ports.ts';

/** Edits the text of a file, and keeps its byte order mark; null if it cannot be read. */
export async function updateText(
  files: Files,
  path: string,
  change: (text: string) => string,
): Promise<TextChange | null> {
  const reading = await files.read(path, maxTableBytes);
  if (!reading.ok) return null;
  const mark = reading.hasMark === true ? '\ufeff' : '';
  return { path, before: mark + reading.text, after: mark + change(reading.text) };
}
