import type { EditorSchemas } from '../../../../app/project/update-editor-schema.ts';
import type { CatalogChange } from '../../../../engine/catalog/compare-catalogs.ts';
import type { SavedCatalog } from '../../../../model/live/saved-catalog.ts';

/** Result of a save or a check. */
export type CatalogSaving = {
  readonly environment: string;
  /** Project folder as typed. */
  readonly directory: string;
  readonly present: SavedCatalog;
  /** Differences from the saved catalog; null if there was none of the environment. */
  readonly changes: readonly CatalogChange[] | null;
  /** False if the project has no catalog.json. */
  readonly isFound: boolean;
  readonly isCheck: boolean;
  readonly schemas: EditorSchemas;
  /** True if the file changed. */
  readonly isWritten: boolean;
};
