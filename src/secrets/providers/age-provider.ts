import type { SecretLack } from '../../model/secret/secret.ts';
import type { Identities } from './age-identities.ts';
import { parseReading, type SecretFiles, type SecretReading } from './file-provider.ts';

const armourStart = '-----BEGIN AGE ENCRYPTED FILE-----';
const binaryStart = 'age-encryption.org/v1\n';
/** Limits the recipients of a header, because trying one costs a multiplication on a curve. */
const maxHeaderLength = 65_536;

/** Text of a project file that age encrypted, armoured or not, without one trailing line end. */
export async function readAgeFile(
  files: SecretFiles,
  path: string,
  findIdentities: () => Promise<Identities>,
): Promise<SecretReading> {
  const reading = await files.readBytes(path);
  if (!reading.ok) return { lack: reading.problem };
  const opened = await openAge(reading.bytes, findIdentities);
  return 'lack' in opened ? opened : parseReading(opened.bytes);
}

/** Decrypts an age file, armoured or not. */
export async function openAge(
  encrypted: Uint8Array,
  findIdentities: () => Promise<Identities>,
): Promise<{ readonly bytes: Uint8Array } | { readonly lack: SecretLack }> {
  const bytes = await unwrapArmour(encrypted);
  if (bytes === null || !hasKnownHeader(bytes)) return { lack: 'damaged' };
  const identities = await findIdentities();
  if ('lack' in identities) return identities;
  try {
    return { bytes: await identities.decrypter.decrypt(bytes) };
  } catch (error) {
    // Only this error of the library means something other than a broken file.
    const isForOthers = error instanceof Error && error.message.startsWith('no identity matched');
    return { lack: isForOthers ? 'not-for-us' : 'damaged' };
  }
}

async function unwrapArmour(encrypted: Uint8Array): Promise<Uint8Array | null> {
  const text = Buffer.from(encrypted).toString('latin1');
  if (!text.trimStart().startsWith(armourStart)) return encrypted;
  const { armor } = await import('age-encryption');
  try {
    return armor.decode(text);
  } catch {
    return null;
  }
}

function hasKnownHeader(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, maxHeaderLength)).toString('latin1');
  return text.startsWith(binaryStart) && text.includes('\n--- ');
}
