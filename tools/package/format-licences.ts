import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A package whose code is in the bundle. */
type Bundled = { readonly title: string; readonly licence: string; readonly text: string };

/** Returns the folders of the packages that modules are of, sorted. */
export function listPackages(modules: Iterable<string>): readonly string[] {
  const found = Array.from(
    modules,
    (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? '',
  );
  return [...new Set(found)]
    .filter((folder) => folder !== '')
    .sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
}

/** Formats the licences of packages. Throws for a package without one, because its code may not be distributed. */
export async function formatLicences(folders: readonly string[]): Promise<string> {
  const packages = await Promise.all(folders.map(readPackage));
  const head = `The files of this folder contain code of these packages:\n\n${packages.map(({ title, licence }) => `- ${title} (${licence})`).join('\n')}\n`;
  const line = '-'.repeat(80);
  return [head, ...packages.map(({ title, text }) => `${line}\n${title}\n\n${text.trim()}\n`)].join(
    '\n',
  );
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/node_modules/') + '/node_modules/'.length);
}

async function readPackage(folder: string): Promise<Bundled> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter((file) =>
    /^(?:licen[cs]e|copying|notice)/i.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (typeof license !== 'string') throw new Error(`${basename(folder)} names no licence`);
  return {
    title: `${name} ${version}`,
    licence: license,
    // Some packages name their licence and have no text of it.
    text:
      texts.length > 0 ? texts.join('\n\n') : `Licence: ${license}. The package has no text of it.`,
  };
}
