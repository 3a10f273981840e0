import type { FileProblem, Files } from '../../model/ports.ts';
import { type SecretReading, toReading } from '../secret-reading.ts';

export type BytesReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: FileProblem };

/** What is needed of the project folder. Nothing outside it is read, neither by `..` nor through a link. */
export type SecretFiles = Pick<Files, 'read'> & {
  /** A file as it is, of at most 2 MiB. */
  readBytes(path: string): Promise<BytesReading>;
};

/**
 * The text of a file of the project without the one line end that editors put at the end. Nothing
 * in it is no value, and neither is a file outside the project folder.
 */
export async function readSecretFile(
  files: Pick<SecretFiles, 'read'>,
  path: string,
): Promise<SecretReading> {
  const reading = await files.read(path);
  return reading.ok ? toReading(reading.text) : { lack: reading.problem };
}
