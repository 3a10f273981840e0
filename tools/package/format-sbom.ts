import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

type LockEntry = { readonly version?: string; readonly integrity?: string };

/**
 * Formats a bill of materials in CycloneDX of the packages whose code is in the bundle, with their digests of the
 * lockfile. It has no time and no random number, so that the same commit makes the same file.
 */
export async function formatSbom(folders: readonly string[]): Promise<string> {
  const { name, version, license } = await readJson('package.json');
  const { packages } = await readJson('package-lock.json');
  const components = await Promise.all(
    folders.map((folder) => {
      const path = folder.slice(folder.indexOf('node_modules/'));
      return makeComponent(path, packages[path]);
    }),
  );
  const own = toPurl(name, version);
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        purl: own,
        licenses: toLicences(license),
      },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((component) => component.purl) }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function makeComponent(path: string, entry: LockEntry | undefined) {
  const { name, version, license } = await readJson(`${path}/package.json`);
  if (entry?.version !== version || entry?.integrity === undefined)
    throw new Error(`${path} is not installed as package-lock.json has it`);
  const [algorithm = '', digest = ''] = entry.integrity.split('-', 2);
  if (algorithm !== 'sha512') throw new Error(`${path} has no digest of SHA-512`);
  const purl = toPurl(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: toLicences(license),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
  };
}

function toLicences(license: string) {
  const isOne = /^[\w.+-]+$/.test(license);
  return [isOne ? { license: { id: license } } : { expression: license }];
}

function toPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

async function readJson(path: string) {
  return JSON.parse(await readFile(join(root, path), 'utf8'));
}
