import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Clone } from '../../../app/git/remote/clone.ts';
import type { Remote } from '../../../app/git/remote/open-remote.ts';
import { describeThrown } from '../../../engine/apply/journal/run-safely.ts';
import { findProgram } from '../../../kit/files/find-program.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Unfollowed, UnfollowedReason } from './follower.ts';

/** A ref, and which of its commits are followed. */
export type RefSource = {
  readonly remote: Remote;
  /** The full name. */
  readonly ref: string;
  /** The project folder in the repository; empty at the top. */
  readonly path: string;
  /** A private folder. */
  readonly folder: string;
  /** File of signers, and the program that checks their signatures; null: commits need none. */
  readonly signed: { readonly signers: string; readonly program: string } | null;
  /** The commit that is followed although its history is another one. */
  readonly allowed: string | null;
};

/** Result of a fetch: the files of a new commit, or why there are none. */
export type Fetched =
  | { readonly kind: 'same' | 'stale' }
  | { readonly kind: 'moved'; readonly commit: string; readonly directory: string }
  | Unfollowed;

/** Fetches a ref, and writes each commit that is followed into a folder of its own, which it never changes. */
export class RefFetcher {
  readonly #source: RefSource;
  #clone: { readonly opened: Clone; readonly folder: string } | null = null;
  #made = 0;
  /** The commit that was followed last. */
  #followed: string | null = null;
  /** The object that the ref led to, and what was found of it for good. */
  #judged: { readonly tip: string; readonly result: Fetched } | null = null;

  constructor(source: RefSource) {
    this.#source = source;
  }

  /** Fetches the ref. Never rejects. */
  async fetch(): Promise<Fetched> {
    try {
      return await this.#fetchTip();
    } catch (error) {
      const { summary, remedy = '' } = describeThrown(error, 'the fetch');
      return { kind: 'unfollowed', reason: 'unreachable', text: summary, remedy };
    }
  }

  /** Rejects with `OperationalError` if the ref does not descend from a commit. */
  async checkSince(commit: string): Promise<void> {
    if (commit === this.#followed) return;
    const now = await this.#fetchSince(commit);
    if (now.isDescendant || now.commit === this.#source.allowed) return;
    const { text, remedy } = this.#toRewritten(now.commit, commit);
    throw new OperationalError(text, { remedy });
  }

  async #fetchTip(): Promise<Fetched> {
    const { ref, signed, allowed } = this.#source;
    const tip = await (await this.#openClone()).readTip();
    if (tip === null) {
      const remedy = 'Push it again, or start the controller with another --ref.';
      return toUnfollowed('no-ref', { text: `the repository has no ${ref}`, remedy });
    }
    if (tip === this.#judged?.tip) return this.#judged.result;
    const { commit, isDescendant } = await this.#fetchSince(this.#followed);
    if (commit === this.#followed) return this.#judge(tip, { kind: 'same' });
    if (signed !== null) {
      const fault = await (await this.#openClone()).findSignatureFault(commit, signed);
      if (fault !== null) return toUnsigned(commit, fault);
    }
    if (!isDescendant && commit !== allowed && this.#followed !== null)
      return this.#judge(tip, this.#toRewritten(commit, this.#followed));
    return this.#checkOut(tip, commit);
  }

  async #checkOut(tip: string, commit: string): Promise<Fetched> {
    const { folder, path } = this.#source;
    this.#made += 1;
    const directory = join(folder, `commit-${this.#made}`);
    try {
      await (await this.#openClone()).checkOut(commit, { path, into: directory });
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      if (!(error instanceof OperationalError)) throw error;
      return toUnfollowed('unusable', { text: error.message, remedy: error.remedy });
    }
    this.#judged = { tip, result: { kind: 'same' } };
    return { kind: 'moved', commit, directory };
  }

  /** Records that the commit of the last fetch has mistakes, so that it is not read again. */
  saveRefused(): void {
    if (this.#judged !== null) this.#judge(this.#judged.tip, { kind: 'stale' });
  }

  /** Lets the next fetch judge the same commit again, which could not be read. */
  forgetTip(): void {
    this.#judged = null;
  }

  /** Records that a commit is in use, so that later ones must descend from it. */
  saveFollowed(commit: string): void {
    this.#followed = commit;
  }

  async #fetchSince(base: string | null) {
    const clone = await this.#openClone();
    try {
      if (base !== null) return await clone.fetchSince(base);
      return { commit: await clone.fetch(), isDescendant: true };
    } catch (error) {
      // A fetch that was cut off may leave locks and parts behind.
      await this.#dropClone();
      throw error;
    }
  }

  async #openClone(): Promise<Clone> {
    if (this.#clone?.opened.isWorn === true) await this.#dropClone();
    if (this.#clone !== null) return this.#clone.opened;
    this.#made += 1;
    const folder = join(this.#source.folder, `clone-${this.#made}`);
    const opened = await Clone.create(folder, this.#source);
    this.#clone = { opened, folder };
    return opened;
  }

  async #dropClone(): Promise<void> {
    const folder = this.#clone?.folder;
    this.#clone = null;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  #judge(tip: string, result: Fetched): Fetched {
    this.#judged = { tip, result };
    return result;
  }

  #toRewritten(commit: string, from: string): Unfollowed {
    return toUnfollowed('rewritten', {
      text: `${this.#source.ref} was rewritten or moved back: commit ${commit} does not descend from ${from}`,
      remedy: `Push a commit that descends from ${from}, or start the controller with --allow-rewrite ${commit}.`,
    });
  }
}

function toUnfollowed(
  reason: UnfollowedReason,
  words: { readonly text: string; readonly remedy: string },
): Unfollowed {
  return { kind: 'unfollowed', reason, ...words };
}

function toUnsigned(commit: string, fault: string): Unfollowed {
  return toUnfollowed('unsigned', {
    text: `commit ${commit} is not signed by an allowed signer: ${fault}`,
    remedy:
      'Sign it with ssh and push it again, or add its signer to the file of --allowed-signers.',
  });
}

/** Checks that signatures can be checked. Rejects with `OperationalError`. */
export async function findVerifier(path: string | undefined, folder: string): Promise<string> {
  const places = path ?? '/usr/local/bin:/usr/bin:/bin';
  const program = await findProgram('ssh-keygen', { path: places, root: folder });
  if (program !== null) return program;
  throw new OperationalError(`ssh-keygen is not in ${toVisible(places)}`, {
    remedy: 'Install the OpenSSH client, which checks signatures, or remove --allowed-signers.',
  });
}
