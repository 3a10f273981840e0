/** What Git says of the project's files since a commit. Paths begin at the project folder, with forward slashes. */
export type FilesSince = {
  /** The commit as a person named it. */
  readonly ref: string;
  /** The commit that is compared with: where the branches parted. */
  readonly base: string;
  /** All paths that are otherwise by now, there before or now. */
  readonly changed: ReadonlySet<string>;
  /** Whether a file, a folder above it, or what it leads to as a link, is otherwise by now. */
  isTouched(path: string): boolean;
  /** Whether Git would notice a change of it: of what it ignores it knows nothing. */
  isKnown(path: string): boolean;
  /** The text of a file at that commit; null where it had none. */
  readEarlier(path: string): Promise<string | null>;
  /** The texts of the YAML files beneath some folders that are otherwise by now, or beneath no folder of `now`. */
  readEarlierManifests(folders: {
    readonly before: readonly string[];
    readonly now: readonly string[];
  }): Promise<readonly { readonly path: string; readonly text: string }[]>;
};
