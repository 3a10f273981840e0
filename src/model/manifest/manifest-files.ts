/** A file of the project before and after, byte for byte; `before` is null where it is new. */
export type FileEdit = {
  /** Relative to the project folder, with forward slashes. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
};

/** Files of the project that are not there yet. */
export interface NewFiles {
  /**
   * Writes a file whole and reads it back; false where one is there already, which is left as it is. Nothing is
   * written outside of the project, or through a link. Throws `OperationalError`.
   */
  create(path: string, text: string): Promise<boolean>;
}

/** Files of manifests, new ones and those that are there. */
export interface ManifestFiles extends NewFiles {
  /**
   * Writes a file whole in the place of the one that is there, with its permissions, and reads it back; false where
   * that has another text by now, or a link came in its place: then it is left as it is. Throws `OperationalError`.
   */
  replace(
    path: string,
    change: { readonly before: string; readonly text: string },
  ): Promise<boolean>;
}
