import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { execa } from 'execa';
import { expect } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { InstalledPackage } from './install-package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly unknown[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
};

/** Checks the bill of materials: by its schema, by the licences beside it, and by that of npm. */
export async function checkBillOfMaterials({ packed, bundled }: InstalledPackage): Promise<void> {
  const read = (path: string) => readFile(join(packed.folder, 'dist', path), 'utf8');
  const bill: { components: Component[]; metadata: { component: Component } } = JSON.parse(
    await read('sbom.cdx.json'),
  );
  const validate = await openCycloneSchema();
  expect(validate(bill), JSON.stringify(validate.errors)).toBe(true);
  expect(bill.metadata.component).toMatchObject({
    name: packageJson.name,
    version: packageJson.version,
  });
  const licences = (await read('THIRD-PARTY-LICENSES.txt')).matchAll(/^- (\S+) (\S+) \((.+)\)$/gm);
  const listed = bill.components.map(({ name, version, licenses: [licence] }) => [
    name,
    version,
    readLicence(licence),
  ]);
  expect(listed).toEqual(Array.from(licences, (found) => found.slice(1)));
  expect(listed.map(([name]) => name)).toEqual(bundled);
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await execa('npm', words, { cwd: root });
  const known: Component[] = JSON.parse(stdout).components;
  for (const { purl, name, version, licenses, hashes } of bill.components)
    expect(known).toContainEqual(
      expect.objectContaining({ purl, name, version, licenses, hashes }),
    );
}

function readLicence(licence: unknown): unknown {
  const { license, expression } = licence as { license?: { id: string }; expression?: string };
  return license?.id ?? expression;
}

async function openCycloneSchema() {
  const library = dirname(
    fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json')),
  );
  const folder = join(library, 'res/schema');
  const names = await readdir(folder);
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
  for (const name of names.filter((each) => /^(?:spdx|jsf|cryptography)[^/]*\.json$/.test(each)))
    ajv.addSchema(
      JSON.parse(await readFile(join(folder, name), 'utf8')),
      `http://cyclonedx.org/schema/${name}`,
    );
  const name = names.find((each) => /^bom-1\.6\.[^/]*schema\.json$/.test(each)) ?? '';
  return ajv.compile(JSON.parse(await readFile(join(folder, name), 'utf8')));
}

/** Files without a map: what the bundler adds, and the process of scripts, which reads nothing beside it. */
const withoutMap = /^(?:chunks\/rolldown-runtime-|scripts\/)/;

/** Checks that each file of code has a map to its sources, but entries that only export what others have. */
export async function checkSourceMaps({ packed }: InstalledPackage): Promise<void> {
  const dist = join(packed.folder, 'dist');
  const paths = (await readdir(dist, { recursive: true })).toSorted();
  for (const path of paths.filter((each) => each.endsWith('.js') && !withoutMap.test(each))) {
    const text = await readFile(join(dist, path), 'utf8');
    if (!paths.includes(`${path}.map`)) {
      expect(text, path).toMatch(/^(?:(?:import|export) \{[^{}]*\}(?: from "[^"]+")?;\n)+$/);
      expect(path).not.toMatch(/^chunks\//);
      continue;
    }
    expect(text, path).toContain(`//# sourceMappingURL=${basename(path)}.map`);
    const map = JSON.parse(await readFile(join(dist, `${path}.map`), 'utf8'));
    const { sources, mappings }: { sources: string[]; mappings: string } = map;
    expect([path, sources.length, mappings.length]).not.toContain(0);
  }
}

/** Checks what is in the tarball, and that it is small. */
export function checkContents({ packed }: InstalledPackage): void {
  const { files, size, unpackedSize } = packed.tarball;
  const paths = files.map(({ path }) => path);
  const tops = new Set(paths.map((path) => path.split('/')[0]));
  expect([...tops].toSorted()).toEqual(
    ['LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json', 'schemas'].toSorted(),
  );
  const kinds = paths.filter(
    (path) => !/\.(?:js|js\.map|d\.ts|json|md|txt|wasm)$|^LICENSE$/.test(path),
  );
  expect(kinds).toEqual([]);
  expect(paths.filter((path) => path.endsWith('.d.ts')).toSorted()).toEqual([
    'dist/emulator/emulator.d.ts',
    'dist/index.d.ts',
  ]);
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/cyclectl.js',
      'dist/index.js',
      'dist/sbom.cdx.json',
      'dist/THIRD-PARTY-LICENSES.txt',
      'docs/guides/upgrade.md',
      'schemas/account.schema.json',
    ]),
  );
  expect(
    paths.filter((path) => /(?:^|\/)(?:test|node_modules|\.[^/]+)(?:\/|$)/.test(path)),
  ).toEqual([]);
  expect(paths.length).toBeLessThan(530);
  expect(size).toBeLessThan(5_500_000);
  expect(unpackedSize).toBeLessThan(24_000_000);
}

/** Chunks with characters that no escape can replace: the texts of a page, and the name in a licence. */
const withCharacters = /^(?:format-report-html|env-http-proxy-agent)-/;

/** Checks that chunks are ASCII: of any other text V8 keeps two bytes a character. */
export async function checkCharacters({ packed }: InstalledPackage): Promise<void> {
  const folder = join(packed.folder, 'dist/chunks');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const found = [];
  for (const name of names)
    if (/[^\0-\x7f]/.test(await readFile(join(folder, name), 'utf8'))) found.push(name);
  expect(found.filter((name) => !withCharacters.test(name))).toEqual([]);
}
