import { formatNearest } from '../../../kit/text/nearest.ts';
import { parseCategoryKey } from '../../../model/address.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { findMadeCategory, type ObjectRecord } from '../../../model/memory/account-state.ts';

/**
 * The id of a custom category that is named by its key in the manifest, or as it is. What we made is found
 * by what we remember, for nothing in the service shows it; a key goes before an id.
 */
export function findCategory(
  named: string | null,
  { address, fields }: DesiredConnector,
  record: ObjectRecord | null,
): { readonly id: number | null } | { readonly refused: Diagnostic } {
  if (named === null) return { id: null };
  const made = findMadeCategory(record, named);
  if (made !== null) return { id: Number(made.id) };
  const keys = [...fields.keys()].flatMap((path) => parseCategoryKey(path) ?? []);
  const isWritten = keys.includes(named);
  if (!isWritten && /^\d{1,9}$/.test(named)) return { id: Number(named) };
  return {
    refused: {
      code: 'category-unknown',
      severity: 'error',
      summary: isWritten
        ? `Which id the custom category "${named}" has is not remembered`
        : `The connector has no custom category "${named}"`,
      address,
      remedy: isWritten
        ? 'Apply makes what is not there. One that was there before us goes by its id, as the console shows it.'
        : (formatNearest(named, keys) ?? 'It has none in the manifest; an id is a whole number.'),
    },
  };
}
