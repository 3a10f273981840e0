import { join, posix, relative, sep } from 'node:path';
import { fetchAll, findCommit, isShallow } from '../../../app/git/find-commit.ts';
import { resolveReal } from '../../../app/git/find-work-tree.ts';
import { listChangedSubmodules } from '../../../app/git/is-clean.ts';
import { type Git, openRequiredRepository, runGit } from '../../../app/git/open-git.ts';
import { readBlobs } from '../../../app/git/read-blobs.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { FilesSince } from './files-since.ts';

/** File at a commit. */
type Earlier = { readonly path: string; readonly blob: string };

type Changes = {
  readonly changed: ReadonlySet<string>;
  readonly earlier: readonly Earlier[];
  /** True when a changed file is or was a link, because other paths may lead to it. */
  readonly hasLinks: boolean;
};

/**
 * Lists changes in a folder from the merge base of a commit and HEAD to the working tree; with
 * several merge bases, since any. Throws `OperationalError`.
 */
export async function openChanges(
  directory: string,
  ref: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<FilesSince> {
  const repository = await openRequiredRepository(
    directory,
    environment,
    'Remove --changed-since, or pass with -C a folder of a Git checkout.',
  );
  const { git } = repository;
  const bases = await listBases(git, ref);
  const [base, ...otherBases] = bases;
  const { changed: own, earlier, hasLinks } = await listChanges(git, bases);
  const changed = new Set([
    ...own,
    ...(await listChangedSubmodules(repository, environment, 'normal')),
  ]);
  const known = new Set(await listPaths(git, ['ls-files', '-z']));
  const findReal = openPlaces(directory);
  return {
    ref,
    base,
    changed,
    isTouched: (path) => {
      const [written, real] = [posix.normalize(path), findReal(path)];
      if (real !== null && real !== written && hasLinks) return true;
      return [written, real ?? written].some((each) => hasOrAbove(changed, each));
    },
    isKnown: (path) => {
      const written = posix.normalize(path);
      const places = [written, findReal(path) ?? written];
      return places.every((each) => hasOrAbove(known, each) || hasOrAbove(changed, each));
    },
    isExact: (path) => {
      const written = posix.normalize(path);
      return findReal(path) === written && (known.has(written) || changed.has(written));
    },
    readEarlierTexts: async () => {
      if (otherBases.length > 0 || hasLinks) return null;
      const wanted = earlier.filter(({ path }) => /\.(?:ya?ml|csv|json)$/.test(path));
      const texts = await readBlobs(git, new Set(wanted.map(({ blob }) => blob)));
      const before = wanted.map(({ path, blob }) => [path, texts.get(blob) ?? null] as const);
      return new Map<string, string | null>([
        ...[...changed].map((path) => [path, null] as const),
        ...before,
      ]);
    },
    readEarlier: async (path) => {
      const { ok, out } = await git(['cat-file', 'blob', `${base}:./${path}`]);
      return ok ? out : null;
    },
    readEarlierManifests: async ({ before, now }) => {
      const isChanged = earlier.filter(({ path }) => isBelowAny(path, before));
      const left = before.some((folder) => !now.includes(folder))
        ? (await listTree(git, base)).filter(
            ({ path }) => isBelowAny(path, before) && !isBelowAny(path, now),
          )
        : [];
      const wanted = [...isChanged, ...left].filter(({ path }) => /\.ya?ml$/.test(path));
      const texts = await readBlobs(git, new Set(wanted.map(({ blob }) => blob)));
      return wanted.flatMap(({ path, blob }) => {
        const text = texts.get(blob);
        return text === undefined ? [] : [{ path, text }];
      });
    },
  };
}

/** Lists paths with -z, because a name may contain quotes and line ends. */
async function listPaths(git: Git, words: readonly string[]): Promise<readonly string[]> {
  return (await runGit(git, [...words, '--', '.'])).split('\0').filter((path) => path !== '');
}

async function listChanges(git: Git, bases: readonly string[]): Promise<Changes> {
  const others = await listPaths(git, ['ls-files', '--others', '--exclude-standard', '-z']);
  const changed = new Set(others.map((path) => path.replace(/\/$/, '')));
  const earlier: Earlier[] = [];
  let hasLinks = false;
  for (const base of bases) {
    const words = [
      ...['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--relative'],
      ...['--ignore-submodules=dirty', base],
    ];
    const parts = await listPaths(git, words);
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [before = '', now = '', blob = ''] = (parts[at] ?? '').slice(1).split(' ');
      const path = parts[at + 1] ?? '';
      changed.add(path);
      if (before.startsWith('100')) earlier.push({ path, blob });
      hasLinks ||= [before, now].includes('120000');
    }
  }
  return { changed, earlier, hasLinks };
}

async function listTree(git: Git, base: string): Promise<readonly Earlier[]> {
  const lines = await listPaths(git, ['ls-tree', '-r', '-z', base]);
  return lines.flatMap((line) => {
    const [, blob, path] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return blob === undefined || path === undefined ? [] : [{ path, blob }];
  });
}

function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const tidy = posix.normalize(`${folder}/`);
    return tidy === './' || path.startsWith(tidy);
  });
}

function hasOrAbove(paths: ReadonlySet<string>, path: string): boolean {
  for (let each = path; each !== '.' && each !== '/'; each = posix.dirname(each)) {
    if (paths.has(each)) return true;
  }
  return false;
}

// Resolves the links of a path; null when it does not exist.
function openPlaces(directory: string): (path: string) => string | null {
  const root = resolveReal(directory);
  if (root === null) {
    throw new OperationalError(`the folder ${toVisible(directory)} does not exist`, {
      remedy: 'Correct the path after -C.',
    });
  }
  return (path) => {
    const real = resolveReal(join(root, path));
    return real === null ? null : relative(root, real).split(sep).join('/');
  };
}

/**
 * Lists the merge bases of HEAD and another commit; mostly one. Throws `OperationalError` with a
 * remedy.
 */
async function listBases(git: Git, ref: string): Promise<readonly [string, ...string[]]> {
  const commit = await findCommit(git, ref, '--changed-since');
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
