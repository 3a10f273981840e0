import type { Folder } from '../../kit/files/folder.ts';
import type { SecretLack } from '../../model/secret/secret.ts';

/** The text behind a reference, or why there is none. */
export type SecretReading =
  | { readonly text: string }
  /** `reason` is what a provider said of it, redacted. */
  | { readonly lack: SecretLack; readonly reason?: string };

/** Environment variables of the command, by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** Access to the project folder; nothing outside it is read, neither by `..` nor through a link. */
export type SecretFiles = Pick<Folder, 'read' | 'readBytes'>;

/**
 * Text of a project file without the one line end that editors append. An empty file, or one
 * outside the project folder, has no value.
 */
export async function readSecretFile(
  files: Pick<SecretFiles, 'read'>,
  path: string,
): Promise<SecretReading> {
  const reading = await files.read(path);
  return reading.ok ? toReading(reading.text) : { lack: reading.problem };
}

/** Value of a variable; an empty one counts as not set. */
export function readVariable(environment: Environment, name: string): SecretReading {
  const value = environment.get(name);
  return value === undefined || value === '' ? { lack: 'not-set' } : { text: value };
}

/** Text without the one line end that editors and programs append. An empty text is no value. */
function toReading(text: string): SecretReading {
  const value = text.replace(/\r?\n$/, '');
  return value === '' ? { lack: 'empty' } : { text: value };
}

/** `toReading` for bytes, which must be UTF-8. */
export function parseReading(bytes: Uint8Array): SecretReading {
  try {
    return toReading(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return { lack: 'binary' };
    throw error;
  }
}
