import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { isMap, isScalar, isSeq, parseAllDocuments, type YAMLMap } from 'yaml';

// A sops file keeps its structure; AES-256-GCM encrypts each value and authenticates its keys, and
// an encrypted MAC covers all plaintexts in order. Files with `mac_only_encrypted` or key groups are
// for the program of sops.

/** One value of a file. */
type Leaf = {
  /** Map keys of its path, which its encryption authenticates; list entries have none. */
  readonly path: readonly string[];
  /** Dotted path with list indexes, as manifests name the value. */
  readonly key: string;
  readonly written: unknown;
};

/** Parsed file, not yet verified. */
export type EncryptedFile = {
  readonly leaves: readonly Leaf[];
  /** Data key, encrypted once for each age recipient, armoured. */
  readonly dataKeys: readonly string[];
  /** True if the program of sops alone can decrypt it. */
  readonly isForProgram: boolean;
  readonly lastModified: string;
  readonly mac: string;
};

/** Value of a file with a verified MAC. */
export type DecryptedValue = { readonly text: string; readonly isEncrypted: boolean };

/** Values by dotted key; `several` where two values have the same one. */
export type DecryptedFile = ReadonlyMap<string, DecryptedValue | 'several'>;

const maxDepth = 64;
const maxRecipients = 100;
const encryptedForm =
  /^ENC\[AES256_GCM,data:([A-Za-z0-9+/=]*),iv:([A-Za-z0-9+/=]+),tag:([A-Za-z0-9+/=]+),type:(str|int|float|bool|bytes)\]$/;

/** Reads a YAML or JSON file; null if sops did not encrypt it. */
export function parseEncryptedFile(text: string): EncryptedFile | null {
  const parsed = parseLeaves(text);
  return parsed === null ? null : readMetadata(parsed.root.get('sops', true), parsed.leaves);
}

/** Values of a file that sops decrypted; null if it is no map. */
export function readDecrypted(file: EncryptedFile, text: string): DecryptedFile | null {
  const parsed = parseLeaves(text);
  if (parsed === null) return null;
  const encrypted = new Set(file.leaves.filter(isEncryptedLeaf).map(({ key }) => key));
  const values = new Map<string, DecryptedValue | 'several'>();
  for (const { key, written } of parsed.leaves) {
    const value = {
      text: written === null ? '' : String(written),
      isEncrypted: encrypted.has(key),
    };
    values.set(key, values.has(key) ? 'several' : value);
  }
  return values;
}

// sops leaves an empty text unencrypted.
function isEncryptedLeaf({ written }: Leaf): boolean {
  return written === '' || (typeof written === 'string' && written.startsWith('ENC['));
}

function parseLeaves(
  text: string,
): { readonly root: YAMLMap; readonly leaves: readonly Leaf[] } | null {
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document] = Array.isArray(documents) ? documents : [];
  if (document === undefined || documents.length !== 1 || document.errors.length > 0) return null;
  const root = document.contents;
  if (!isMap(root)) return null;
  const leaves: Leaf[] = [];
  const isKnown = root.items.every(({ key, value }) => {
    const name = readKey(key);
    if (name === 'sops') return true;
    return name !== null && collectLeaves(value, { path: [name], keys: [name] }, leaves);
  });
  return isKnown ? { root, leaves } : null;
}

/**
 * Decrypts a file and verifies its MAC; null if a value, the order or the time of the last change
 * differs. Returns no value before that.
 */
export function openEncryptedFile(file: EncryptedFile, dataKey: Uint8Array): DecryptedFile | null {
  if (dataKey.length !== 32) return null;
  const hash = createHash('sha512');
  const values = new Map<string, DecryptedValue | 'several'>();
  for (const { path, key, written } of file.leaves) {
    const opened = openLeaf(written, { dataKey, bound: `${path.join(':')}:` });
    if (opened === null) return null;
    hash.update(opened.hashed);
    const value = { text: opened.text, isEncrypted: opened.isEncrypted };
    values.set(key, values.has(key) ? 'several' : value);
  }
  const mac = decrypt(file.mac, { dataKey, bound: file.lastModified });
  if (mac === null) return null;
  const found = Buffer.from(hash.digest('hex').toUpperCase());
  const isWhole = mac.bytes.length === found.length && timingSafeEqual(mac.bytes, found);
  return isWhole ? values : null;
}

type TreePath = { readonly path: readonly string[]; readonly keys: readonly string[] };

function collectLeaves(node: unknown, way: TreePath, leaves: Leaf[]): boolean {
  if (way.keys.length > maxDepth) return false;
  if (isMap(node)) {
    return node.items.every(({ key, value }) => {
      const name = readKey(key);
      if (name === null) return false;
      return collectLeaves(value, { path: [...way.path, name], keys: [...way.keys, name] }, leaves);
    });
  }
  if (isSeq(node)) {
    return node.items.every((item, index) =>
      collectLeaves(item, { path: way.path, keys: [...way.keys, String(index)] }, leaves),
    );
  }
  // Refuse an alias because its value would be in two places and authenticated for one.
  if (node !== null && !isScalar(node)) return false;
  leaves.push({ path: way.path, key: way.keys.join('.'), written: node?.value ?? null });
  return true;
}

function readKey(key: unknown): string | null {
  return isScalar(key) && typeof key.value === 'string' ? key.value : null;
}

function readMetadata(node: unknown, leaves: readonly Leaf[]): EncryptedFile | null {
  if (!isMap(node)) return null;
  const [mac, lastModified, age] = [node.get('mac'), node.get('lastmodified'), node.get('age')];
  if (typeof mac !== 'string' || typeof lastModified !== 'string') return null;
  const recipients = isSeq(age) ? age.items : [];
  if (recipients.length > maxRecipients) return null;
  const dataKeys = recipients.flatMap((item) => {
    const text = isMap(item) ? item.get('enc') : null;
    return typeof text === 'string' ? [text] : [];
  });
  const isSplit = node.get('mac_only_encrypted') === true || node.has('key_groups');
  const isOfOthers = dataKeys.length === 0 && keyServices.some((name) => node.has(name));
  return { leaves, dataKeys, isForProgram: isSplit || isOfOthers, lastModified, mac };
}

const keyServices = ['kms', 'pgp', 'hc_vault', 'gcp_kms', 'azure_kv'];

type LeafKey = { readonly dataKey: Uint8Array; readonly bound: string };

function openLeaf(
  written: unknown,
  lock: LeafKey,
): (DecryptedValue & { readonly hashed: Uint8Array | string }) | null {
  if (typeof written === 'string' && written.startsWith('ENC[')) {
    const opened = decrypt(written, lock);
    if (opened === null) return null;
    const plain = opened.bytes.toString('utf8');
    if (opened.type !== 'bool') return { text: plain, isEncrypted: true, hashed: opened.bytes };
    const isTrue = /^(?:1|t|true)$/i.test(plain);
    return { text: String(isTrue), isEncrypted: true, hashed: isTrue ? 'True' : 'False' };
  }
  const text = written === null ? '' : String(written);
  const hashed = typeof written === 'boolean' ? (written ? 'True' : 'False') : text;
  // sops leaves an empty text unencrypted.
  return { text, isEncrypted: written === '', hashed };
}

function decrypt(
  written: string,
  { dataKey, bound }: LeafKey,
): { readonly bytes: Buffer; readonly type: string } | null {
  const [, data = '', iv = '', tag = '', type = ''] = encryptedForm.exec(written) ?? [];
  const tagBytes = Buffer.from(tag, 'base64');
  if (type === '' || tagBytes.length !== 16) return null;
  try {
    const cipher = createDecipheriv('aes-256-gcm', dataKey, Buffer.from(iv, 'base64'), {
      authTagLength: 16,
    });
    cipher.setAAD(Buffer.from(bound));
    cipher.setAuthTag(tagBytes);
    return { bytes: Buffer.concat([cipher.update(data, 'base64'), cipher.final()]), type };
  } catch {
    // The cipher has only this error, for a wrong key, another path and changed bytes.
    return null;
  }
}
