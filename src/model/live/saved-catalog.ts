import type { ServiceReader } from '../ports.ts';
import type { RemoteId } from './live.ts';
import type { Catalog } from './reading.ts';

/** The file of a project with the catalogs of its environments. */
export const catalogFile = 'catalog.json';

export const catalogFormat = 'cyclectl-catalog/1';

/** Types of values that the service is known to have (SERVICE B [D]). */
export const itemTypes = [
  'Text',
  'Integer',
  'Float',
  'Decimal',
  'Boolean',
  'DateTime',
  'File',
  'Undefined',
] as const;

/** A parameter, field, property or variable. An absent key means no, or not known. */
export type SavedItem = {
  readonly name: string;
  /** One of `itemTypes`; absent also for one that is not known. */
  readonly type?: string;
  readonly required?: true;
  readonly secret?: true;
  /** A merge field of a method. */
  readonly merge?: true;
  /** The template gives it a value, which is not saved. */
  readonly set?: true;
  /** The template gives a required one no value. Absent also where that is not known. */
  readonly unset?: true;
  /** Allowed values, sorted. */
  readonly values?: readonly string[];
};

/** A method of a release. */
export type SavedMethod = {
  readonly name: string;
  readonly category?: string;
  readonly type?: string;
  /** Only of methods that share a name. */
  readonly endpoint?: string;
  readonly parameters?: readonly SavedItem[];
  readonly fields?: readonly SavedItem[];
  readonly responses?: readonly string[];
};

/** A release of a connector: in full, or by name and version alone. */
export type SavedRelease = {
  readonly name: string;
  readonly version?: string;
  /** Absent, as the next one, if only the name is known. */
  readonly authentications?: readonly { readonly name: string; readonly type: string }[];
  readonly properties?: readonly SavedItem[];
  /** Absent if they were not read. */
  readonly methods?: readonly SavedMethod[];
};

/** A step of a template, in the order of execution. */
export type SavedStep = {
  readonly name: string;
  /** The name in a manifest, if several steps share one. */
  readonly label?: string;
  readonly connector?: string;
  /** Slot, if it has another name than the connector. */
  readonly slot?: string;
  readonly method?: string;
  readonly webhook?: true;
  /** Labels of the steps before it. */
  readonly after?: readonly string[];
  readonly parameters?: readonly SavedItem[];
  readonly fields?: readonly SavedItem[];
  readonly responses?: readonly string[];
};

/** A template: in full, or by name and tags alone. */
export type SavedTemplate = {
  readonly name: string;
  readonly tags?: readonly string[];
  readonly connectors?: readonly { readonly name: string; readonly version?: string }[];
  /** Absent, as variables, if only the name is known. */
  readonly steps?: readonly SavedStep[];
  readonly variables?: readonly SavedItem[];
};

/** The catalog of an environment, without ids. */
export type SavedCatalog = {
  /** False for a service that lists no templates. */
  readonly areTemplatesListed: boolean;
  readonly connectors: readonly SavedRelease[];
  readonly templates: readonly SavedTemplate[];
};

/** Saved catalogs by environment. */
export type SavedCatalogs = ReadonlyMap<string, SavedCatalog>;

/** A saved catalog as a run reads one. */
export type OfflineCatalog = {
  readonly catalog: Catalog;
  /** Releases and templates of which only the names are known, because no manifest used them. */
  readonly named: ReadonlySet<RemoteId>;
};

/** Reads of the catalog and the templates. */
export type CatalogSource = Pick<
  ServiceReader,
  'listAccounts' | 'listCatalog' | 'listMethods' | 'listTemplates' | 'exportTemplate'
>;
