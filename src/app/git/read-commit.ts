import { isClean } from './is-clean.ts';
import { openRepository } from './open-git.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The state of a folder in its repository. */
export type CommitLocation = {
  /** The commit, with `+` where something of the folder is not committed; null outside a repository and without git. */
  readonly commit: string | null;
  /**
   * The folder relative to the top of the repository, ending with `/`; empty at the top and outside
   * of one.
   */
  readonly folder: string;
};

/** Reads the commit that a folder is at. Null outside a repository, and where there is no git. */
export async function readCommit(
  directory: string,
  environment: Environment,
): Promise<string | null> {
  return (await readCommitLocation(directory, environment)).commit;
}

/** The same, with the place of the folder. */
export async function readCommitLocation(
  directory: string,
  environment: Environment,
): Promise<CommitLocation> {
  const repository = await openRepository(directory, environment);
  if ('lack' in repository) return { commit: null, folder: '' };
  const { git, prefix: folder } = repository;
  const head = await git(['rev-parse', '--verify', 'HEAD']);
  if (!head.ok) return { commit: null, folder };
  const clean = await isClean(repository, environment, 'no');
  return { commit: clean ? head.out.trim() : `${head.out.trim()}+`, folder };
}
