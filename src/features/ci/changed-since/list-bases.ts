import type { Git } from '../../../app/git/open-git.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';

const fetchAll =
  'in a pipeline check out the whole history (GitHub: fetch-depth: 0; GitLab: GIT_DEPTH: 0)';

/** The commits where HEAD and another one parted; mostly one. Throws `OperationalError` that says what to do. */
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
    throw new OperationalError(`${what}, as far as this clone goes: it is shallow`, {
      remedy: `Fetch the rest: git fetch --unshallow; ${fetchAll}.`,
    });
  }
  throw new OperationalError(what, {
    remedy: 'Name a commit or a branch that this one was begun from, such as origin/main.',
  });
}

async function findCommit(git: Git, ref: string): Promise<string> {
  const shown = toVisible(ref);
  // What begins so would be an option of git, and no branch can be called so.
  if (ref === '' || ref.startsWith('-') || /\p{Cc}/u.test(ref)) {
    throw new OperationalError(`${ref === '' ? '""' : shown} is no name of a commit`, {
      remedy: 'Give --changed-since a branch, a tag or a commit, such as origin/main.',
    });
  }
  const found = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (found.ok) return found.out.trim();
  const rest = (await isShallow(git)) ? `this clone is shallow: ${fetchAll}` : fetchAll;
  throw new OperationalError(`git has no commit here that ${shown} names`, {
    remedy: `Correct it, or fetch it first, such as: git fetch origin main; ${rest}.`,
  });
}

async function isShallow(git: Git): Promise<boolean> {
  const { out } = await git(['rev-parse', '--is-shallow-repository']);
  return out.trim() === 'true';
}
