import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextChange } from '../../kit/files/unified-patch.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { makeTemporaryFolder } from '../project/make-temporary-folder.ts';
import { type Git, openRequiredRepository, runGit } from './open-git.ts';
import { checkAuthor } from './write-commit.ts';

/** A repository in which a branch can be made. */
export type BranchTarget = {
  readonly git: Git;
  readonly branch: string;
  /** The commit that is checked out. */
  readonly head: string;
  /** The project folder relative to the top, ending with a slash; empty at the top. */
  readonly prefix: string;
  /** The alternative to --branch, as advice: `use --out FILE`. */
  readonly instead: string;
};

/**
 * Checks that a branch can be created, before any request to a service. Throws `OperationalError`.
 */
export async function openBranch(
  directory: string,
  { branch, instead }: Pick<BranchTarget, 'branch' | 'instead'>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<BranchTarget> {
  if (branch.trim() === '') {
    throw new OperationalError('--branch has no name', {
      remedy: 'Give it the name of a new branch, such as drift/adopt.',
    });
  }
  const remedy = `Create one with git init, or ${instead}.`;
  const { git, prefix } = await openRequiredRepository(directory, environment, remedy);
  await checkBranchName(git, branch);
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!head.ok) {
    throw new OperationalError('the repository has no commit yet', {
      remedy: 'Commit the project first.',
    });
  }
  await checkAuthor(git);
  return { git, branch, head: head.out.trim(), prefix, instead };
}

/** Names that git takes for a branch, and that mean something else wherever a person writes them. */
const reservedNames = ['HEAD', '@'];

async function checkBranchName(git: Git, branch: string): Promise<void> {
  const shown = toVisible(branch);
  if (branch.startsWith('refs/')) {
    throw new OperationalError(`${shown} is the full name of a reference`, {
      remedy: 'Give --branch the name of a branch: write it without refs/heads/.',
    });
  }
  const isName = (await git(['check-ref-format', `refs/heads/${branch}`])).ok;
  if (branch.startsWith('-') || reservedNames.includes(branch) || !isName) {
    throw new OperationalError(`${shown} is not a valid branch name`, {
      remedy: 'Give --branch another name.',
    });
  }
  if ((await git(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`])).ok) {
    throw new OperationalError(`the branch ${shown} exists already`, {
      remedy: 'Give --branch another name, or delete that one first.',
    });
  }
}

/**
 * Commits edits on a new branch on top of HEAD. The checked-out branch, its index and its files
 * stay unchanged. Throws `OperationalError`, and then no branch exists.
 */
export async function createBranchCommit(
  target: BranchTarget,
  edits: readonly TextChange[],
  message: string,
): Promise<void> {
  const { git, branch, head } = target;
  const folder = await makeTemporaryFolder();
  const index = join(folder, 'index');
  try {
    await runGit(git, ['read-tree', head], { index });
    for (const edit of edits) await stage(target, edit, index);
    const tree = (await runGit(git, ['write-tree'], { index })).trim();
    const words = ['commit-tree', tree, '-p', head, '-F', '-'];
    const commit = (await runGit(git, words, { input: message })).trim();
    // Created only if it does not exist, so that no existing branch changes.
    const nothing = '0'.repeat(commit.length);
    await runGit(git, ['update-ref', `refs/heads/${branch}`, commit, nothing]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function stage(target: BranchTarget, edit: TextChange, index: string): Promise<void> {
  const { git, prefix } = target;
  const path = `${prefix}${edit.path}`;
  const { mode, text } = await readCommitted(target, edit);
  const before = edit.before === null ? null : withNoByteOrderMark(edit.before);
  const isSame = text === before;
  // Git may keep other line ends than the folder has; then so does the commit.
  const isUnix = text !== null && before?.replaceAll('\r\n', '\n') === text;
  if (!isSame && !isUnix) throw toUncommittedError(target, edit.path);
  const staged = await git([
    'diff-index',
    '--cached',
    '--quiet',
    target.head,
    '--',
    `:(top,literal)${path}`,
  ]);
  if (!staged.ok) throw toUncommittedError(target, edit.path);
  const input = isSame ? edit.after : edit.after.replaceAll('\r\n', '\n');
  const hash = ['hash-object', '-w', '--no-filters', '--stdin'];
  const blob = (await runGit(git, hash, { input })).trim();
  await runGit(git, ['update-index', '-z', '--add', '--index-info'], {
    index,
    input: `${mode} ${blob}\t${path}\0`,
  });
}

async function readCommitted(
  target: BranchTarget,
  { path }: TextChange,
): Promise<{ readonly mode: string; readonly text: string | null }> {
  const { git, head, prefix, instead } = target;
  const spec = `:(top,literal)${prefix}${path}`;
  const listed = await runGit(git, [
    'ls-tree',
    '--full-tree',
    '-z',
    head,
    '--',
    `${prefix}${path}`,
  ]);
  const [, mode = '', blob = ''] = /^(\d+) blob ([0-9a-f]+)\t/.exec(listed) ?? [];
  if (mode === '') {
    const tracked = await runGit(git, ['ls-files', '--cached', '-z', '--', spec]);
    if (tracked !== '') throw toUncommittedError(target, path);
    return { mode: '100644', text: null };
  }
  if (mode === '120000') {
    throw new OperationalError(`${toVisible(path)} is a link in git`, {
      remedy: `Replace it with a file, or ${instead}.`,
    });
  }
  return { mode, text: withNoByteOrderMark(await runGit(git, ['cat-file', 'blob', blob])) };
}

// Whoever decodes the bytes may take the mark at their beginning for no part of the text.
function withNoByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function toUncommittedError({ instead }: BranchTarget, path: string): OperationalError {
  return new OperationalError(`${toVisible(path)} has uncommitted changes`, {
    remedy: `Commit or stash them first, or ${instead}.`,
  });
}
