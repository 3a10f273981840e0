import { join } from 'node:path';
import { findWorkTree, resolveReal } from './find-work-tree.ts';
import { openRepository, type Repository, runGit } from './open-git.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Lists submodules below the opened folder that are changed or unreadable. Each is opened as its
 * own repository, because git would inspect it with settings of its own. Throws `OperationalError`.
 */
export async function listChangedSubmodules(
  repository: Repository,
  environment: Environment,
  untracked: 'no' | 'normal',
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { path, folder } of await listSubmodules(repository)) {
    const opened = await openRepository(folder, environment);
    if ('lack' in opened || !(await isClean(opened, environment, untracked))) changed.push(path);
  }
  return changed;
}

/**
 * Returns whether the files below the opened folder equal their commit. Throws `OperationalError`.
 */
export async function isClean(
  repository: Repository,
  environment: Environment,
  untracked: 'no' | 'normal',
): Promise<boolean> {
  const words = ['--porcelain', `--untracked-files=${untracked}`, '--ignore-submodules=dirty'];
  const status = await repository.git(['status', ...words, '--', '.']);
  if (!status.ok || status.out !== '') return false;
  return (await listChangedSubmodules(repository, environment, untracked)).length === 0;
}

// Lists checked-out submodules; others have no files.
async function listSubmodules({
  git,
  top,
  prefix,
}: Repository): Promise<readonly { readonly path: string; readonly folder: string }[]> {
  const listed = await runGit(git, ['ls-files', '--stage', '-z', '--', '.']);
  return listed.split('\0').flatMap((line) => {
    if (!line.startsWith('160000 ')) return [];
    const path = line.slice(line.indexOf('\t') + 1);
    const folder = resolveReal(join(top, prefix, path));
    const isOut = folder !== null && findWorkTree(folder)?.top === folder;
    return isOut ? [{ path, folder }] : [];
  });
}
