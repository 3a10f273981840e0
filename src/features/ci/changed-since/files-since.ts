/**
 * Changes of the project's files since a commit, by Git. Paths are relative to the project folder,
 * with forward slashes.
 */
export type FilesSince = {
  /** Commit as typed. */
  readonly ref: string;
  /** Merge base of that commit and HEAD. */
  readonly base: string;
  /** Paths that changed, before or now. */
  readonly changed: ReadonlySet<string>;
  /** Returns whether a file, a folder above it or the target of a link changed. */
  isTouched(path: string): boolean;
  /** Returns whether Git tracks changes of a path; it does not track ignored files. */
  isKnown(path: string): boolean;
  /** Returns whether `readEarlierTexts` has a path if it changed: no link leads to it. */
  isExact(path: string): boolean;
  /**
   * Texts at that commit of all tables and manifests that changed, null for one that did not exist;
   * null if links changed, or if there are several merge bases.
   */
  readEarlierTexts(): Promise<ReadonlyMap<string, string | null> | null>;
  /** Text of a file at that commit; null when it did not exist. */
  readEarlier(path: string): Promise<string | null>;
  /**
   * Texts of the YAML files that changed below some folders, or that are below no folder of `now`.
   */
  readEarlierManifests(folders: {
    readonly before: readonly string[];
    readonly now: readonly string[];
  }): Promise<readonly { readonly path: string; readonly text: string }[]>;
};
