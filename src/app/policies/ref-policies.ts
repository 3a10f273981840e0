import type { PolicySource } from '../../engine/index/index-policies.ts';
import type { SkippedFile } from '../../kit/files/folder.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { projectFile } from '../../model/manifest/project.ts';
import { policyFolder, toPolicyLabel } from '../../model/plan/policy.ts';
import { findCommit } from '../git/find-commit.ts';
import { findRepository, findWorkTree } from '../git/find-work-tree.ts';
import { type Git, openRequiredRepository, runGit } from '../git/open-git.ts';
import { readBlobs } from '../git/read-blobs.ts';

/** A file of a commit. */
type Entry = { readonly mode: string; readonly blob: string; readonly path: string };

/**
 * Opens the folder of policies of a project as it is at a commit, without a checkout; null without one.
 * Throws `OperationalError` if there is no such commit.
 */
export async function openPoliciesAt(
  ref: string,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PolicySource | null> {
  const { git } = await openRequiredRepository(
    directory,
    environment,
    'Unset CYCLECTL_POLICY_REF, or pass with -C a folder of a Git checkout.',
  );
  await checkPlain(git, directory);
  const commit = await findCommit(git, ref, 'CYCLECTL_POLICY_REF');
  const out = await runGit(git, ['ls-tree', '-r', '-z', commit, '--', `./${policyFolder}`]);
  const entries = out.split('\0').flatMap(toEntry);
  if (entries.length === 0) {
    await checkMoved(git, commit, directory);
    return null;
  }
  const texts = await readBlobs(git, new Set(entries.map(({ blob }) => blob)));
  const name = /^[0-9a-f]{40}$/.test(ref) ? ref.slice(0, 10) : ref;
  const toLabel = (path: string) => toPolicyLabel(name, path);
  const regular = entries.filter((each) => isFile(each) && isPolicy(each));
  const byLabel = new Map(regular.map(({ path, blob }) => [toLabel(path), blob]));
  const passedOver: SkippedFile[] = [];
  for (const each of entries) {
    const why = await findWhySkipped(git, commit, each);
    if (why !== null) passedOver.push({ path: toLabel(each.path), why });
  }
  return {
    paths: [...byLabel.keys()].sort(),
    passedOver,
    read: async (label) => {
      const text = texts.get(byLabel.get(label) ?? '');
      if (text === undefined) return { ok: false, problem: 'too-large' };
      // A byte order mark is not part of the text.
      const hasMark = text.startsWith('\ufeff');
      return hasMark ? { ok: true, text: text.slice(1), hasMark } : { ok: true, text };
    },
  };
}

/**
 * Refuses a project that a link or a submodule leads to: a branch chooses where that is, and so which
 * folder of the commit has its policies.
 */
async function checkPlain(git: Git, directory: string): Promise<void> {
  const { within } = findRepository(directory);
  const prefix = findWorkTree(directory)?.prefix ?? '';
  const remedy =
    'Pass the folder of the project with -C, without links, or unset CYCLECTL_POLICY_REF.';
  if (prefix.replace(/\/$/, '') !== within) {
    throw new OperationalError(
      `the folder of the project is a link to ${toVisible(prefix)}, so that CYCLECTL_POLICY_REF does not say whose policies count`,
      { remedy },
    );
  }
  const outer = await runGit(git, ['rev-parse', '--show-superproject-working-tree']);
  if (outer.trim() === '') return;
  throw new OperationalError(
    'the project is in a submodule, which a branch chooses, so that CYCLECTL_POLICY_REF does not say whose policies count',
    { remedy },
  );
}

/**
 * Refuses a project that the commit does not have where projects of the commit have policies: a branch
 * may have moved one of them, and a working directory that was a link shows no link.
 */
async function checkMoved(git: Git, commit: string, directory: string): Promise<void> {
  const prefix = findWorkTree(directory)?.prefix ?? '';
  const out = await runGit(git, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit]);
  const paths = new Set(out.split('\0'));
  if (paths.has(`${prefix}${projectFile}`)) return;
  const policy = [...paths].find((path) => {
    const [, folder] = /^(|.*\/)policy\/.+\.ya?ml$/s.exec(path) ?? [];
    return folder !== undefined && paths.has(`${folder}${projectFile}`);
  });
  if (policy === undefined) return;
  throw new OperationalError(
    `the commit of CYCLECTL_POLICY_REF has no ${toVisible(`${prefix}${projectFile}`)}, but ${toVisible(policy)}, so that it does not say whose policies count`,
    {
      remedy:
        'For a new or moved project, first merge its cyclectl.yaml and its policies. Otherwise pass the folder that the commit has, with -C.',
    },
  );
}

function isFile({ mode }: Entry): boolean {
  return mode.startsWith('100');
}

// Below the folder: `policy` itself may be a file or a link.
function isPolicy({ path }: Entry): boolean {
  return path.startsWith(`${policyFolder}/`) && /\.ya?ml$/.test(path);
}

// The same that the working tree passes over, so that `validate` finds it before a merge.
async function findWhySkipped(
  git: Git,
  commit: string,
  entry: Entry,
): Promise<SkippedFile['why'] | null> {
  const { mode, path } = entry;
  const isLink = mode === '120000';
  if (path === policyFolder) return isLink ? 'link' : 'not-a-file';
  if (/\/(\.|node_modules(\/|$))/.test(path)) return null;
  const isYaml = /\.ya?ml$/i.test(path);
  const isJson = /\.json$/i.test(path);
  if (isLink && (isYaml || !(await leadsToFile(git, commit, path)))) return 'link';
  if (!isLink && !isFile(entry)) return 'not-a-file';
  return (isYaml || isJson) && !isPolicy(entry) ? 'name' : null;
}

// A link to a folder hides the policies of that folder; nothing is known of one that leads outside.
async function leadsToFile(git: Git, commit: string, path: string): Promise<boolean> {
  if (path.includes('\n')) return false;
  const found = await runGit(git, ['cat-file', '--batch-check', '--follow-symlinks'], {
    input: `${commit}:./${path}\n`,
  });
  return /^[0-9a-f]+ blob \d+\n$/.test(found);
}

function toEntry(line: string): readonly Entry[] {
  const [, mode, blob, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
  return mode === undefined || blob === undefined || path === undefined
    ? []
    : [{ mode, blob, path }];
}
