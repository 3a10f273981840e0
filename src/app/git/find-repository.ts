import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Where a folder lies in a Git repository. */
export type RepositoryLocation = {
  /** The top of the repository; null outside of one. */
  readonly repository: string | null;
  /** The folder relative to the top, with forward slashes; empty at the top. */
  readonly within: string;
};

/** The Git repository that a folder is in, be it there already or not. */
export function findRepository(directory: string): RepositoryLocation {
  const folder = resolve(directory);
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git')))
      return { repository: top, within: relative(top, folder).split(sep).join('/') };
    if (top === dirname(top)) return { repository: null, within: '' };
  }
}
