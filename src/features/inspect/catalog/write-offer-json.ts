import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { SearchedOffer } from './catalogue.ts';

/** What the service offers as data, an item a line, with the ids that a call by id takes. */
export function writeOfferJson({ offer, search, all }: SearchedOffer): string {
  const about = writeSafeJson(
    offer.kind === 'methods'
      ? { of: 'methods', search, all, connector: offer.connector, version: offer.version }
      : { of: offer.kind, search, all },
  );
  const items: readonly unknown[] =
    offer.kind === 'methods'
      ? offer.methods
      : offer.kind === 'connectors'
        ? offer.connectors
        : offer.templates;
  const lines = items.map((item) => `\n${writeSafeJson(item)}`).join(',');
  return `${writeHead('catalog')},"run":${about},\n"${offer.kind}":[${lines}\n]}\n`;
}
