import type { ConnectorRelease, TemplateItem } from '../../../model/live/live.ts';
import type { ConnectorMethod } from '../../../model/live/method.ts';

/** Connector of the catalog: its latest release, and all versions. */
export type CatalogConnector = Omit<ConnectorRelease, 'id' | 'version'> & {
  /** Oldest first; without unnamed versions. */
  readonly versions: readonly string[];
};

/** Requested part of the catalog. */
export type CatalogResult =
  | { readonly kind: 'connectors'; readonly connectors: readonly CatalogConnector[] }
  | {
      readonly kind: 'methods';
      readonly connector: string;
      readonly version: string | null;
      readonly methods: readonly ConnectorMethod[];
    }
  | { readonly kind: 'templates'; readonly templates: readonly TemplateItem[] };

/** Part of the catalog and the search that selected it. */
export type CatalogSearch = {
  readonly result: CatalogResult;
  /** Search text; null without a search. */
  readonly search: string | null;
  /** Number of entries before the search. */
  readonly all: number;
};
