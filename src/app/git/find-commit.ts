import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { Git } from './open-git.ts';

/** The remedy for a clone that lacks commits. */
export const fetchAll =
  'in CI, check out the whole history (GitHub: fetch-depth: 0; GitLab: GIT_DEPTH: 0)';

/** Finds the id of a commit by its name, which an option or a variable has. Throws `OperationalError`. */
export async function findCommit(git: Git, ref: string, option: string): Promise<string> {
  const shown = toVisible(ref);
  // Refuses a leading dash, because git would read an option; no branch can have such a name.
  if (ref === '' || ref.startsWith('-') || /\p{Cc}/u.test(ref)) {
    throw new OperationalError(`${ref === '' ? '""' : shown} is not the name of a commit`, {
      remedy: `Pass ${option} a branch, a tag or a commit, such as origin/main.`,
    });
  }
  await checkUnambiguous(git, ref, option);
  const found = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (found.ok) return found.out.trim();
  const rest = (await isShallow(git)) ? `this clone is shallow: ${fetchAll}` : fetchAll;
  throw new OperationalError(`git finds no commit ${shown} in this repository`, {
    remedy: `Correct the name, or fetch it first, such as: git fetch origin main; ${rest}.`,
  });
}

/** Refuses a name that a branch and a tag share, because git takes the tag, which anyone may have pushed. */
async function checkUnambiguous(git: Git, ref: string, option: string): Promise<void> {
  if (!/^[\w./-]+$/.test(ref)) return;
  const names = ['heads', 'tags', 'remotes'].map((kind) => `refs/${kind}/${ref}`);
  const { out } = await git(['for-each-ref', '--format=%(refname)', ...names]);
  const found = out.split('\n').filter((name) => names.includes(name));
  if (found.length < 2) return;
  throw new OperationalError(`${toVisible(ref)} is the name of ${found.join(' and of ')}`, {
    remedy: `Pass ${option} one of them, such as ${found.at(-1) ?? ''}.`,
  });
}

/** Returns whether a repository lacks older commits. */
export async function isShallow(git: Git): Promise<boolean> {
  const { out } = await git(['rev-parse', '--is-shallow-repository']);
  return out.trim() === 'true';
}
