import { access, constants, rm } from 'node:fs/promises';
import { isAbsolute, posix, resolve } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { openRemote, type RemoteOptions } from '../../../app/git/remote/open-remote.ts';
import { parseRef } from '../../../app/git/remote/parse-repository-url.ts';
import { makeTemporaryFolder } from '../../../app/project/make-temporary-folder.ts';
import { openProjectContext } from '../../../app/project/open-project.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { machineTimer } from '../../../kit/tasks/timer.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Fetched, findVerifier, RefFetcher } from './fetch-ref.ts';
import type { FirstFollowed, Followed, Follower, Snapshot } from './follower.ts';

/** A ref of a repository, in place of a folder of this machine. */
export type RefOptions = RemoteOptions & {
  readonly ref: string;
  readonly allowedSigners?: string;
  readonly allowRewrite?: string;
};

/** Time between fetches. */
const fetchMs = 30_000;

/** Files of a commit; removed when a later one is read and no one uses them. */
type Checkout = { readonly directory: string; users: number; isNewest: boolean };

/** Follows a ref of a repository that it fetches itself. Each commit has a folder of its own. */
export class RefFollower implements Follower {
  readonly #context: CommandContext;
  readonly #options: GlobalOptions;
  readonly #path: string;
  readonly #folder: string;
  readonly #fetcher: RefFetcher;
  readonly #closing: AbortController;
  #newest: Checkout | null = null;
  #fetching: { readonly ended: Promise<void>; result: Fetched | null } | null = null;
  #fetchedMs = 0;

  /** Checks the options, and prepares a private folder. Rejects with `OperationalError`. */
  static async create(
    context: CommandContext,
    options: GlobalOptions & RefOptions,
  ): Promise<RefFollower> {
    const path = toPath(options.directory);
    const ref = parseRef(options.ref);
    const folder = await makeTemporaryFolder();
    try {
      const closing = new AbortController();
      const stopping = AbortSignal.any([closing.signal, context.stopping]);
      const { environment } = context;
      const remote = await openRemote(options, { environment, folder, stopping });
      const signed = await openSigners(options, { path: environment.PATH, folder });
      const allowed = toCommit(options.allowRewrite);
      const fetcher = new RefFetcher({ remote, ref, path, folder, signed, allowed });
      return new RefFollower({ context, options, path, folder, fetcher, closing });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(parts: {
    readonly context: CommandContext;
    readonly options: GlobalOptions;
    readonly path: string;
    readonly folder: string;
    readonly fetcher: RefFetcher;
    readonly closing: AbortController;
  }) {
    this.#context = parts.context;
    this.#options = parts.options;
    this.#path = parts.path;
    this.#folder = parts.folder;
    this.#fetcher = parts.fetcher;
    this.#closing = parts.closing;
  }

  async open(): Promise<FirstFollowed> {
    const fetched = await this.#fetcher.fetch();
    this.#fetchedMs = this.#nowMs();
    if (fetched.kind === 'moved') return this.#read(fetched);
    if (fetched.kind !== 'unfollowed') throw new Error('The first fetch found no commit.');
    throw new OperationalError(fetched.text, { remedy: fetched.remedy });
  }

  async checkSince(version: string | null): Promise<void> {
    // A sweep of a folder without commits has a longer version.
    if (version !== null && /^[0-9a-f]{40}$/.test(version)) await this.#fetcher.checkSince(version);
  }

  async look(): Promise<Followed> {
    if (this.#fetching === null) {
      if (this.#nowMs() - this.#fetchedMs >= fetchMs) this.#startFetch();
      return { kind: 'waiting' };
    }
    const { result } = this.#fetching;
    if (result === null) return { kind: 'waiting' };
    this.#fetching = null;
    return result.kind === 'moved' ? this.#read(result) : result;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#fetching?.ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  #nowMs(): number {
    return (this.#context.timer ?? machineTimer).nowMs();
  }

  // A fetch may take minutes, and the replica has other work.
  #startFetch(): void {
    this.#fetchedMs = this.#nowMs();
    const save = (result: Fetched) => {
      if (this.#fetching !== null) this.#fetching.result = result;
    };
    this.#fetching = { ended: this.#fetcher.fetch().then(save), result: null };
  }

  async #read({
    commit,
    directory,
  }: Extract<Fetched, { readonly kind: 'moved' }>): Promise<FirstFollowed> {
    const project = await this.#openProject(directory);
    if ('refused' in project) {
      this.#fetcher.saveRefused();
      await rm(directory, { recursive: true, force: true });
      return { kind: 'refused', diagnostics: project.refused };
    }
    this.#fetcher.saveFollowed(commit);
    const before = this.#newest;
    const checkout: Checkout = { directory, users: 0, isNewest: true };
    this.#newest = checkout;
    if (before !== null) {
      before.isNewest = false;
      await deleteUnused(before);
    }
    return { kind: 'new', snapshot: this.#toSnapshot(checkout, commit, project) };
  }

  async #openProject(directory: string) {
    try {
      return await openProjectContext(this.#context, { ...this.#options, directory });
    } catch (error) {
      // Read again with the next fetch.
      this.#fetcher.forgetTip();
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  #toSnapshot(checkout: Checkout, commit: string, project: Snapshot['project']): Snapshot {
    return {
      version: commit,
      commit,
      project,
      directory: checkout.directory,
      shown: this.#path === '' ? '.' : this.#path,
      folder: this.#path === '' ? '' : `${this.#path}/`,
      retain: () => {
        checkout.users += 1;
        return async () => {
          checkout.users -= 1;
          await deleteUnused(checkout);
        };
      },
    };
  }
}

async function deleteUnused({ directory, users, isNewest }: Checkout): Promise<void> {
  if (users === 0 && !isNewest) await rm(directory, { recursive: true, force: true });
}

/** The folder of `-C` in the repository; empty at the top. Throws `OperationalError`. */
function toPath(directory: string): string {
  const path = posix.normalize(directory).replace(/\/$/, '');
  const isInside = !isAbsolute(directory) && path !== '..' && !path.startsWith('../');
  if (isInside && toVisible(path) === path) return path === '.' ? '' : path;
  throw new OperationalError(`-C ${toVisible(directory)} is not a folder of the repository`, {
    remedy:
      'With --repository, write the folder of cyclectl.yaml relative to the top of the repository.',
  });
}

function toCommit(text: string | undefined): string | null {
  if (text === undefined || /^[0-9a-f]{40}$/.test(text)) return text ?? null;
  throw new OperationalError(`--allow-rewrite does not take ${toVisible(text)}`, {
    remedy: 'Write the commit with all of its 40 characters.',
  });
}

async function openSigners(
  { allowedSigners }: RefOptions,
  { path, folder }: { readonly path: string | undefined; readonly folder: string },
) {
  if (allowedSigners === undefined) return null;
  try {
    await access(allowedSigners, constants.R_OK);
  } catch (error) {
    throw toFileError('read', toVisible(allowedSigners), error);
  }
  return { signers: resolve(allowedSigners), program: await findVerifier(path, folder) };
}
