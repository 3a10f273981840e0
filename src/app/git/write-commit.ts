import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { type Git, openRequiredRepository, runGit } from './open-git.ts';

/** A file of a repository that can be committed by itself. */
export type CommitTarget = { readonly git: Git; readonly path: string };

/**
 * Checks that a file can be committed, and has no change that is not. Throws `OperationalError`.
 * `path` is relative to the folder.
 */
export async function openFileCommit(
  directory: string,
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CommitTarget> {
  const remedy = 'Create one with git init, and commit the project.';
  const { git } = await openRequiredRepository(directory, environment, remedy);
  if (!(await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).ok) {
    throw new OperationalError('the repository has no commit yet', {
      remedy: 'Commit the project first.',
    });
  }
  await checkAuthor(git);
  const status = ['status', '--porcelain', '--untracked-files=all', '--ignored=matching', '-z'];
  if ((await runGit(git, [...status, '--', toSpec(path)])) !== '') {
    throw new OperationalError(`${toVisible(path)} has uncommitted changes, or git ignores it`, {
      remedy: 'Commit or restore the file first.',
    });
  }
  return { git, path };
}

/** Checks that git knows who commits. Throws `OperationalError`. */
export async function checkAuthor(git: Git): Promise<void> {
  for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    if ((await git(['var', who])).ok) continue;
    throw new OperationalError('git has no author for the commit', {
      remedy: 'Set user.name and user.email with git config.',
    });
  }
}

/**
 * Commits the file as it is in the folder, and nothing else that is changed or staged; returns the commit. Throws
 * `OperationalError`, and then the index has no change of the file.
 */
export async function writeCommit({ git, path }: CommitTarget, message: string): Promise<string> {
  const spec = toSpec(path);
  try {
    await runGit(git, ['add', '--', spec]);
    const words = ['commit', '--quiet', '--no-verify', '--only', '--file=-', '--', spec];
    await runGit(git, words, { input: message });
  } catch (error) {
    await git(['reset', '--quiet', '--', spec]);
    throw error;
  }
  return (await runGit(git, ['rev-parse', 'HEAD'])).trim();
}

function toSpec(path: string): string {
  return `:(literal)${path}`;
}
