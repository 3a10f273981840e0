import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { readCommit } from '../../app/git/read-commit.ts';
import { openProjectContext, type ProjectContext } from '../../app/project/open-project.ts';
import { readContentMark, readFolderMark } from '../../app/project/read-folder-version.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';

/** The manifests as they were at one time, valid. */
export type Snapshot = {
  /** The commit, or a mark of the contents of a folder that is in none: equal on all replicas. */
  readonly version: string;
  readonly commit: string | null;
  readonly project: ProjectContext;
};

/** Result of a look at the folder. */
export type Followed =
  | { readonly kind: 'same' | 'changing' }
  | { readonly kind: 'new'; readonly snapshot: Snapshot }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Follows a folder that something else updates, such as a checkout. Reads it again when it has changed, and
 * two looks in a row found the same: half an update is not read.
 */
export class FolderFollower {
  readonly #context: CommandContext;
  readonly #options: GlobalOptions;
  /** The mark that was read last, valid or not. */
  #read: string | null = null;
  #seen: string | null = null;

  constructor(context: CommandContext, options: GlobalOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Reads the folder for the first time: at once. */
  async open(): Promise<Exclude<Followed, { readonly kind: 'same' | 'changing' }>> {
    return this.#readAt(await readFolderMark(this.#options.directory));
  }

  async look(): Promise<Followed> {
    const mark = await readFolderMark(this.#options.directory);
    if (mark === this.#read) return { kind: 'same' };
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

  async #readAt(mark: string): Promise<Exclude<Followed, { readonly kind: 'same' | 'changing' }>> {
    const { directory } = this.#options;
    const project = await openProjectContext(this.#context, this.#options);
    this.#read = mark;
    if ('refused' in project) return { kind: 'refused', diagnostics: project.refused };
    const commit = await readCommit(directory, this.#context.environment);
    const version =
      commit === null || commit.endsWith('+') ? await readContentMark(directory) : commit;
    return { kind: 'new', snapshot: { version, commit, project } };
  }
}
