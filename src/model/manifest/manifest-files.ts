/** A file before and after, byte for byte; `before` is null for a new one. */
export type FileEdit = {
  /** Relative to the project folder, with forward slashes. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
};

/** Files of the project that are not there yet. */
export interface NewFiles {
  /**
   * Creates a file and reads it back; false if it exists already, unchanged. Writes nothing outside
   * the project, or through a link. Throws `OperationalError`.
   */
  create(path: string, text: string): Promise<boolean>;
}

/** New and existing files of manifests. */
export interface ManifestFiles extends NewFiles {
  /**
   * Replaces a file, keeps its permissions, and reads it back; false if its text changed or a link
   * replaced it, and then it is unchanged. Throws `OperationalError`.
   */
  replace(
    path: string,
    change: { readonly before: string; readonly text: string },
  ): Promise<boolean>;
}
