import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePackage } from '../tools/package/make-package.ts';

/** Builds the package into a folder, with what npm would install, and returns its door. */
export async function installPackage(target: string): Promise<string> {
  await mkdir(target);
  await makePackage(join(target, 'dist'));
  const { files }: { files: readonly string[] } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  for (const name of ['package.json', ...files]) {
    if (name !== 'dist') await cp(join(root, name), join(target, name), { recursive: true });
  }
  return join(target, 'bin/cyclectl.js');
}

const root = fileURLToPath(new URL('..', import.meta.url));
