import { formatDocument } from '../../../reports/json/format-document.ts';
import type { CatalogSearch } from './catalog-result.ts';

/** Formats a part of the catalog as data, with the ids that a call by id needs. */
export function formatCatalogJson({ result, search, all }: CatalogSearch): string {
  const run =
    result.kind === 'methods'
      ? { of: 'methods', search, all, connector: result.connector, version: result.version }
      : { of: result.kind, search, all };
  const items: readonly unknown[] =
    result.kind === 'methods'
      ? result.methods
      : result.kind === 'connectors'
        ? result.connectors
        : result.templates;
  return formatDocument('catalog', { run, [result.kind]: items });
}
