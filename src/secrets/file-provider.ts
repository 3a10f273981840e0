import type { Files } from '../model/ports.ts';

/** Of the project folder no more than this is needed. */
export type TextFiles = Pick<Files, 'read'>;

/**
 * The text of a file of the project without the one line end that editors put at the end; null when
 * there is no such text file inside the project folder, or nothing in it.
 */
export async function readSecretFile(files: TextFiles, path: string): Promise<string | null> {
  const reading = await files.read(path);
  if (!reading.ok) return null;
  const value = reading.text.replace(/\r?\n$/, '');
  return value === '' ? null : value;
}
