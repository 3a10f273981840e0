import type { FileProblem, Files } from '../../model/ports.ts';
import { type SecretReading, toReading } from '../secret-reading.ts';

export type BytesReading =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: FileProblem };

/** Access to the project folder; nothing outside it is read, neither by `..` nor through a link. */
export type SecretFiles = Pick<Files, 'read'> & {
  /** Bytes of a file of at most 2 MiB. */
  readBytes(path: string): Promise<BytesReading>;
};

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
