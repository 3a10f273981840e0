import type { Git } from '../../../app/git/open-git.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';

const fetchAll =
  'in CI, check out the whole history (GitHub: fetch-depth: 0; GitLab: GIT_DEPTH: 0)';

/**
 * Lists the merge bases of HEAD and another commit; mostly one. Throws `OperationalError` with a
 * remedy.
 */
export async function listBases(git: Git, ref: string): Promise<readonly [string, ...string[]]> {
  const commit = await findCommit(git, ref);
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!head.ok) {
    throw new OperationalError('the repository has no commit yet', {
      remedy: 'Commit the project first.',
    });
  }
  const found = await git(['merge-base', '--all', commit, head.out.trim()]);
  const [first, ...others] = found.out.split('\n').filter((line) => line !== '');
  if (found.ok && first !== undefined) return [first, ...others];
  const what = `${toVisible(ref)} and HEAD have no commit in common`;
  if (await isShallow(git)) {
    throw new OperationalError(`${what} in this shallow clone`, {
      remedy: `Fetch the rest: git fetch --unshallow; ${fetchAll}.`,
    });
  }
  throw new OperationalError(what, {
    remedy: 'Pass a commit or branch that this branch started from, such as origin/main.',
  });
}

async function findCommit(git: Git, ref: string): Promise<string> {
  const shown = toVisible(ref);
  // Refuses a leading dash, because git would read an option; no branch can have such a name.
  if (ref === '' || ref.startsWith('-') || /\p{Cc}/u.test(ref)) {
    throw new OperationalError(`${ref === '' ? '""' : shown} is not the name of a commit`, {
      remedy: 'Pass --changed-since a branch, a tag or a commit, such as origin/main.',
    });
  }
  const found = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (found.ok) return found.out.trim();
  const rest = (await isShallow(git)) ? `this clone is shallow: ${fetchAll}` : fetchAll;
  throw new OperationalError(`git finds no commit ${shown} in this repository`, {
    remedy: `Correct the name, or fetch it first, such as: git fetch origin main; ${rest}.`,
  });
}

async function isShallow(git: Git): Promise<boolean> {
  const { out } = await git(['rev-parse', '--is-shallow-repository']);
  return out.trim() === 'true';
}
