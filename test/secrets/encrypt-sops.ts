import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { armor, Encrypter } from 'age-encryption';

/** A plain value as a file of sops may hold it. */
export type PlainLeaf = string | number | boolean | null;
export type PlainTree = { readonly [key: string]: PlainTree | PlainLeaf | readonly PlainLeaf[] };

/** Encryption settings of a file; absent ones are as in sops. */
export type Encryption = {
  readonly recipients: readonly string[];
  readonly lastModified?: string;
  /** Keys whose values stay as they are. */
  readonly plainSuffix?: string;
};

/** Makes what sops makes of a map, as an object in the order of its keys: by the facts of the format. */
export async function encryptTree(tree: PlainTree, sealing: Encryption): Promise<object> {
  const {
    recipients,
    lastModified = '2026-11-21T18:00:00Z',
    plainSuffix = '_unencrypted',
  } = sealing;
  const dataKey = randomBytes(32);
  const hash = createHash('sha512');
  const seal = (value: PlainLeaf, path: readonly string[]): unknown => {
    if (value === null) return null;
    hash.update(toPlain(value));
    const stays = path.some((name) => name.endsWith(plainSuffix)) || value === '';
    return stays ? value : encrypt(value, { dataKey, bound: `${path.join(':')}:` });
  };
  const walk = (node: PlainTree, path: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(node).map(([name, value]) => {
        const way = [...path, name];
        if (Array.isArray(value)) return [name, value.map((item) => seal(item, way))];
        if (typeof value !== 'object' || value === null)
          return [name, seal(value as PlainLeaf, way)];
        return [name, walk(value as PlainTree, way)];
      }),
    );
  const encrypted = walk(tree, []);
  const mac = hash.digest('hex').toUpperCase();
  const age = await Promise.all(
    recipients.map(async (recipient) => ({ recipient, enc: await encryptKey(dataKey, recipient) })),
  );
  return {
    ...encrypted,
    sops: {
      age,
      lastmodified: lastModified,
      mac: encrypt(mac, { dataKey, bound: lastModified }),
      unencrypted_suffix: plainSuffix,
      version: '3.9.0',
    },
  };
}

/** Text that age encrypted for a recipient, in armour. */
export async function encryptAge(
  text: string | Uint8Array,
  recipient: string,
): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(text);
}

async function encryptKey(dataKey: Uint8Array, recipient: string): Promise<string> {
  return armor.encode(await encryptAge(dataKey, recipient));
}

function encrypt(
  value: PlainLeaf,
  { dataKey, bound }: { readonly dataKey: Uint8Array; readonly bound: string },
): string {
  const iv = randomBytes(32);
  const cipher = createCipheriv('aes-256-gcm', dataKey, iv);
  cipher.setAAD(Buffer.from(bound));
  const data = Buffer.concat([cipher.update(toPlain(value)), cipher.final()]);
  const tag = cipher.getAuthTag().toString('base64');
  const parts = `data:${data.toString('base64')},iv:${iv.toString('base64')},tag:${tag}`;
  return `ENC[AES256_GCM,${parts},type:${nameType(value)}]`;
}

function toPlain(value: PlainLeaf): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

function nameType(value: PlainLeaf): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return 'str';
}
