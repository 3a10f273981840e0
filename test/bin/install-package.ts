import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { completePackage } from '../../tools/package/make-package.ts';
import { closeAfterFile } from '../support/opened.ts';
import { programPath } from '../support/run-cyclectl.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Tarball = {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly size: number;
  readonly unpackedSize: number;
};

/** The package in a folder of a user. */
export type InstalledPackage = {
  /** The folder, with nothing but `node_modules`. */
  readonly folder: string;
  readonly door: string;
  /** The folder that was packed, and what npm says of its tarball. */
  readonly packed: { readonly folder: string; readonly tarball: Tarball };
  /** What `npm install` printed. */
  readonly installed: string;
  /** Names of the packages whose code is in it. */
  readonly bundled: readonly string[];
};

/** Completes and packs the package as `npm pack` does, and installs it without a registry. */
export async function installPackage(): Promise<InstalledPackage> {
  const made = await mkdtemp(join(tmpdir(), 'cyclectl-package-'));
  closeAfterFile(() => rm(made, { recursive: true, force: true }));
  const folders = { packed: join(made, 'packed'), folder: join(made, 'user') };
  for (const path of Object.values(folders)) await mkdir(path);
  const bundled = await completeBundle(join(folders.packed, 'dist'));
  const { files }: { files: readonly string[] } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  // npm adds the last two to each package.
  for (const name of ['package.json', ...files, 'README.md', 'LICENSE']) {
    if (name !== 'dist')
      await cp(join(root, name), join(folders.packed, name), { recursive: true });
  }
  // An empty cache and no network: what is not in the package is not there.
  const env = { npm_config_cache: join(made, 'cache'), npm_config_update_notifier: 'false' };
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', made];
  const { stdout } = await execa('npm', pack, { cwd: folders.packed, env });
  const [tarball]: [Tarball & { filename: string }] = JSON.parse(stdout);
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(made, tarball.filename)];
  const { stdout: installed } = await execa('npm', install, { cwd: folders.folder, env });
  const door = join(folders.folder, 'node_modules/cyclectl/bin/cyclectl.js');
  return {
    folder: folders.folder,
    door,
    packed: { folder: folders.packed, tarball },
    installed,
    bundled: bundled.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  };
}

/** Completes the bundle that the tests start, which is made as the one of the package. */
async function completeBundle(dist: string): Promise<readonly string[]> {
  const built = join(dirname(programPath), '..');
  await cp(join(built, 'dist'), dist, { recursive: true });
  return completePackage(dist, JSON.parse(await readFile(join(built, 'modules.json'), 'utf8')));
}
