import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { createRepository, type Git, openRepository, runGit } from '../open-git.ts';
import type { Remote } from './open-remote.ts';

/** A ref as it is known on both sides: `refs/heads/main`. */
type Ref = { readonly remote: Remote; readonly ref: string };

/** Commits from the tip among which the last one is searched for, in steps. */
const depths = [100, 1000, 10_000] as const;
/** Largest size of the files of a project folder, together. */
const maxBytes = 1024 ** 3;
/** Fetches after which a clone is made again, because each leaves a pack of objects. */
const mostFetches = 500;

const ownRef = 'refs/cyclectl/tip';

/** Redirects could lead the token to another host. */
const fetchSettings = [
  ['http.followRedirects', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.writeCommitGraph', 'false'],
] as const;

/**
 * A private clone of one ref of a repository, with as much of its history as shows if a commit descends from
 * another one. Everything rejects with `OperationalError`.
 */
export class Clone {
  readonly #git: Git;
  readonly #folder: string;
  readonly #from: Ref;
  #fetches = 0;

  /** Creates an empty clone in a folder that does not exist. */
  static async create(folder: string, from: Ref): Promise<Clone> {
    const { environment } = from.remote;
    await createRepository(folder, environment);
    const opened = await openRepository(folder, environment);
    if ('lack' in opened) throw new Error(`A new repository is not one: ${opened.stderr}`);
    return new Clone(folder, opened.git, from);
  }

  private constructor(folder: string, git: Git, from: Ref) {
    this.#folder = folder;
    this.#git = git;
    this.#from = from;
  }

  get isWorn(): boolean {
    return this.#fetches > mostFetches;
  }

  /** Asks the remote for the object that the ref leads to; null if it has no such ref. */
  async readTip(): Promise<string | null> {
    const { remote, ref } = this.#from;
    const listed = await this.#reach(['ls-remote', '--refs', '--', remote.url, ref]);
    const line = listed.split('\n').find((each) => each.endsWith(`\t${ref}`)) ?? '';
    return /^[0-9a-f]{40,64}(?=\t)/.exec(line)?.[0] ?? null;
  }

  /** Fetches the newest commits of the ref, and returns the last one. */
  async fetch(depth = 1): Promise<string> {
    const { remote, ref } = this.#from;
    this.#fetches += 1;
    const words = ['--quiet', '--no-tags', '--no-write-fetch-head', `--depth=${depth}`];
    await this.#reach(['fetch', ...words, '--', remote.url, `+${ref}:${ownRef}`]);
    const found = await this.#git(['rev-parse', '--verify', '--quiet', `${ownRef}^{commit}`]);
    if (found.ok) return found.out.trim();
    throw new OperationalError(`${toVisible(ref)} does not lead to a commit`, {
      remedy: 'Name a branch, or a tag of a commit.',
    });
  }

  /** Fetches the ref with its history, until that has `base` or is too long; returns its last commit. */
  async fetchSince(
    base: string,
  ): Promise<{ readonly commit: string; readonly isDescendant: boolean }> {
    let commit = '';
    for (const depth of depths) {
      commit = await this.fetch(depth);
      if ((await this.#git(['merge-base', '--is-ancestor', base, commit])).ok)
        return { commit, isDescendant: true };
      const shallow = await runGit(this.#git, ['rev-parse', '--is-shallow-repository']);
      if (shallow.trim() === 'false') break;
    }
    return { commit, isDescendant: false };
  }

  /** Checks that a signer of a file has signed a commit by ssh; returns git's reason against it, or null. */
  async findSignatureFault(
    commit: string,
    { signers, program }: { readonly signers: string; readonly program: string },
  ): Promise<string | null> {
    // No other kind of signature: a key of the machine's keyring would be good too.
    const none = ['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program'];
    const settings = [
      ...none.map((name) => [name, '/dev/null'] as const),
      ['gpg.format', 'ssh'] as const,
      ['gpg.ssh.program', program] as const,
      ['gpg.ssh.allowedSignersFile', signers] as const,
      ['gpg.minTrustLevel', 'fully'] as const,
    ];
    const { ok, stderr } = await this.#git(['verify-commit', commit], { settings });
    if (ok) return null;
    return stderr === '' ? 'it has no signature' : toVisible(stderr.split('\n').at(-1) ?? '');
  }

  /** Writes the files of a folder of a commit into a folder that does not exist. */
  async checkOut(
    commit: string,
    { path, into }: { readonly path: string; readonly into: string },
  ): Promise<void> {
    const tree = path === '' ? `${commit}^{tree}` : `${commit}:${path}`;
    if (!(await this.#git(['cat-file', '-e', tree])).ok || !(await this.#isFolder(tree))) {
      throw new OperationalError(`commit ${commit} has no folder ${toVisible(path)}`, {
        remedy: 'Name the folder of cyclectl.yaml in the repository with -C.',
      });
    }
    await this.#checkSize(commit, tree);
    const index = join(this.#folder, '.git', 'checkout-index');
    await rm(index, { force: true });
    await runGit(this.#git, ['read-tree', tree], { index });
    await mkdir(into);
    await runGit(this.#git, ['checkout-index', '--all', '--quiet', `--prefix=${into}/`], { index });
    await rm(index, { force: true });
  }

  async #isFolder(tree: string): Promise<boolean> {
    return (await runGit(this.#git, ['cat-file', '-t', tree])).trim() === 'tree';
  }

  // Before anything is unpacked: a small pack can have files of any size.
  async #checkSize(commit: string, tree: string): Promise<void> {
    const listed = await runGit(this.#git, ['ls-tree', '-r', '-l', '-z', tree]);
    const sizes = listed.split('\0').map((line) => /^\d+ blob \w+ +(\d+)\t/.exec(line)?.[1]);
    const bytes = sizes.reduce((sum, size) => sum + Number(size ?? 0), 0);
    if (bytes <= maxBytes) return;
    throw new OperationalError(`commit ${commit} has files of more than 1 GiB`, {
      remedy: 'Keep large files out of the project folder, or name a smaller one with -C.',
    });
  }

  async #reach(words: readonly string[]): Promise<string> {
    const remote = await this.#from.remote.open();
    const { ok, out, stderr } = await this.#git(words, { remote, settings: fetchSettings });
    if (ok) return out;
    const text = remote.token === null ? stderr : stderr.replaceAll(remote.token, '[redacted]');
    throw new OperationalError(`the repository cannot be read: ${toReason(text)}`, {
      remedy:
        'Check the address, the ref and the rights of the token or key. It is tried again every 30 seconds.',
    });
  }
}

// Git says first what went wrong, and then what it could not do for that reason.
function toReason(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const fault = lines.find((line) => /^(?:fatal|error):|denied|verification failed/i.test(line));
  return toVisible(fault ?? lines[0] ?? 'git ended before its time');
}
