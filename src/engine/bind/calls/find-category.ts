import { formatNearest } from '../../../kit/text/nearest.ts';
import { parseCategoryKey } from '../../../model/address.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { findMadeCategory, type ObjectRecord } from '../../../model/state/account-state.ts';

/**
 * Finds the id of a custom category by its key in the manifest, or takes the id itself. State has
 * the ids of ours, because the service does not show them.
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
        ? `The state has no id of the custom category "${named}"`
        : `The connector has no custom category "${named}"`,
      address,
      remedy: isWritten
        ? 'Run cyclectl apply to create it. For one that exists already, pass its id from the console.'
        : (formatNearest(named, keys) ??
          'The manifest has no categories for it; an id is a whole number.'),
    },
  };
}
