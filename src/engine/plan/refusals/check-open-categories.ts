import { parseCategoryKey, toFieldAddress } from '../../../model/address.ts';
import type { Refusal } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { reportOpenCategory } from '../../../model/report/advice/commands.ts';

/**
 * Refuses to create a custom category again after a lost answer, because the service does not list
 * categories.
 */
export function checkOpenCategories(diff: AccountDiff): Refusal[] {
  // A newly installed connector has none.
  const installed = diff.connectors.filter(({ live }) => live !== null);
  return installed.flatMap((connector) =>
    connector.fields
      .filter(({ path }) => parseCategoryKey(path) !== null)
      .flatMap(({ path, desired }): Refusal[] => {
        const address = toFieldAddress(connector.address, path);
        if (!diff.state.creates.has(address)) return [];
        return [{ ...reportOpenCategory(address, diff.desired.environment), at: desired.at }];
      }),
  );
}
