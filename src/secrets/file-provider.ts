import type { Files } from '../model/ports.ts';
import type { SecretReading } from './env-provider.ts';

/** Of the project folder no more than this is needed. */
export type TextFiles = Pick<Files, 'read'>;

/**
 * The text of a file of the project without the one line end that editors put at the end. Nothing
 * in it is no value, and neither is a file outside the project folder.
 */
export async function readSecretFile(files: TextFiles, path: string): Promise<SecretReading> {
  const reading = await files.read(path);
  if (!reading.ok) return { lack: reading.problem };
  const text = reading.text.replace(/\r?\n$/, '');
  return text === '' ? { lack: 'empty' } : { text };
}
