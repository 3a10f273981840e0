import { execa } from 'execa';

/**
 * The commit of a folder, with `+` where something of it is not committed. Null outside a repository, and where
 * there is no git. Nothing that the repository's own settings name is run.
 */
export async function readCommit(directory: string): Promise<string | null> {
  const head = await askGit(directory, 'rev-parse', '--verify', 'HEAD');
  if (head.exitCode !== 0) return null;
  const changed = await askGit(
    directory,
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    '.',
  );
  const isClean = changed.exitCode === 0 && changed.stdout === '';
  return isClean ? head.stdout.trim() : `${head.stdout.trim()}+`;
}

/** A folder's place in its repository, with `/` at its end; empty at its root, and outside of one. */
export async function readFolder(directory: string): Promise<string> {
  const prefix = await askGit(directory, 'rev-parse', '--show-prefix');
  return prefix.exitCode === 0 ? prefix.stdout.replace(/\r?\n$/, '') : '';
}

function askGit(directory: string, ...asked: readonly string[]) {
  return execa('git', ['-c', 'core.fsmonitor=false', '-C', directory, ...asked], {
    reject: false,
    timeout: 10_000,
    stdin: 'ignore',
    env: { GIT_OPTIONAL_LOCKS: '0' },
  });
}
