import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { readCommitLocation } from '../../../app/git/read-commit.ts';
import { openProjectContext } from '../../../app/project/open-project.ts';
import { readContentMark, readFolderMark } from '../../../app/project/read-folder-version.ts';
import type { FirstFollowed, Followed, Follower } from './follower.ts';

/**
 * Follows a folder that something else updates, such as a checkout. Reads it again when it has changed, and
 * two looks in a row found the same: half an update is not read.
 */
export class FolderFollower implements Follower {
  readonly #context: CommandContext;
  readonly #options: GlobalOptions;
  /** The mark that was read last, valid or not. */
  #read: string | null = null;
  #seen: string | null = null;
  #isRefused = false;

  constructor(context: CommandContext, options: GlobalOptions) {
    this.#context = context;
    this.#options = options;
  }

  async open(): Promise<FirstFollowed> {
    return this.#readAt(await readFolderMark(this.#options.directory));
  }

  // Whoever updates the folder decides what follows what.
  async checkSince(): Promise<void> {}

  async close(): Promise<void> {}

  async look(): Promise<Followed> {
    const mark = await readFolderMark(this.#options.directory);
    if (mark === this.#read) return { kind: this.#isRefused ? 'stale' : 'same' };
    const isStill = mark === this.#seen;
    this.#seen = mark;
    if (!isStill) return { kind: 'changing' };
    const found = await this.#readAt(mark);
    const after = await readFolderMark(this.#options.directory);
    if (after === mark) return found;
    this.#read = null;
    this.#seen = after;
    return { kind: 'changing' };
  }

  async #readAt(mark: string): Promise<FirstFollowed> {
    const { directory } = this.#options;
    const project = await openProjectContext(this.#context, this.#options);
    this.#read = mark;
    this.#isRefused = 'refused' in project;
    if ('refused' in project) return { kind: 'refused', diagnostics: project.refused };
    const { commit, folder } = await readCommitLocation(directory, this.#context.environment);
    const version =
      commit === null || commit.endsWith('+') ? await readContentMark(directory) : commit;
    const files = { directory, shown: directory, folder, retain: () => async () => undefined };
    return { kind: 'new', snapshot: { version, commit, project, ...files } };
  }
}
