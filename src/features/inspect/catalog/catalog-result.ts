import type { ConnectorRelease, TemplateItem } from '../../../model/live/live.ts';
import type { ConnectorMethod } from '../../../model/live/method.ts';

/** A connector of the catalogue: what its latest release says, and which versions there are. */
export type CatalogConnector = Omit<ConnectorRelease, 'id' | 'version'> & {
  /** Oldest first; without those of no name. */
  readonly versions: readonly string[];
};

/** What the service offers, as much of it as was asked for. */
export type CatalogResult =
  | { readonly kind: 'connectors'; readonly connectors: readonly CatalogConnector[] }
  | {
      readonly kind: 'methods';
      readonly connector: string;
      readonly version: string | null;
      readonly methods: readonly ConnectorMethod[];
    }
  | { readonly kind: 'templates'; readonly templates: readonly TemplateItem[] };

/** An offer and what it was taken from. */
export type CatalogSearch = {
  readonly result: CatalogResult;
  /** What was searched for; null: nothing. */
  readonly search: string | null;
  /** How many there are, found or not. */
  readonly all: number;
};
