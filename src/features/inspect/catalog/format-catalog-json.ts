import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { CatalogSearch } from './catalog-result.ts';

/** Formats a part of the catalog as data, an item a line, with the ids that a call by id needs. */
export function formatCatalogJson({ result, search, all }: CatalogSearch): string {
  const about = formatSafeJson(
    result.kind === 'methods'
      ? { of: 'methods', search, all, connector: result.connector, version: result.version }
      : { of: result.kind, search, all },
  );
  const items: readonly unknown[] =
    result.kind === 'methods'
      ? result.methods
      : result.kind === 'connectors'
        ? result.connectors
        : result.templates;
  const lines = items.map((item) => `\n${formatSafeJson(item)}`).join(',');
  return `${formatDocumentHead('catalog')},"run":${about},\n"${result.kind}":[${lines}\n]}\n`;
}
