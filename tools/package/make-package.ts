import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommit } from '../../src/app/git/read-commit.ts';
import { formatLicences, listPackages } from './format-licences.ts';
import { formatSbom } from './format-sbom.ts';
import { makeBundle } from './make-bundle.ts';
import { writeTypes } from './write-types.ts';

/** Makes the `dist` of the published package in a folder. Returns the packages whose code is in it. */
export async function makePackage(dist: string): Promise<readonly string[]> {
  await rm(dist, { recursive: true, force: true });
  return completePackage(dist, await makeBundle(dist));
}

/** Adds types, licences, a bill of materials and the commit to a bundle. Returns the packages whose code is in it. */
export async function completePackage(
  dist: string,
  files: readonly { readonly moduleIds: readonly string[] }[],
): Promise<readonly string[]> {
  await writeTypes(dist);
  const packages = listPackages(files.flatMap(({ moduleIds }) => moduleIds));
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await formatLicences(packages));
  await writeFile(join(dist, 'sbom.cdx.json'), await formatSbom(packages));
  const commit = await readCommit(fileURLToPath(new URL('../..', import.meta.url)), process.env);
  if (commit !== null) await writeFile(join(dist, 'commit.txt'), `${commit}\n`);
  return packages;
}
