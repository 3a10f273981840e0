import { fieldAddress, readCategoryKey } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountDiff } from '../../model/verdict.ts';

/**
 * Refuses to make a custom category whose making was begun and whose answer was lost: nothing lists them,
 * so that a person has to look.
 */
export function refuseOpenCategories(diff: AccountDiff): Diagnostic[] {
  // What is installed anew has none.
  const installed = diff.connectors.filter(({ live }) => live !== null);
  return installed.flatMap((connector) =>
    connector.verdicts
      .filter(({ path }) => readCategoryKey(path) !== null)
      .flatMap(({ path, desired }): Diagnostic[] => {
        const address = fieldAddress(connector.address, path);
        if (!diff.memory.creates.has(address)) return [];
        return [
          {
            code: 'category-open',
            severity: 'error',
            summary: `Whether ${address} was made is not known: the answer was lost, and nothing lists custom categories`,
            at: desired.at,
            address,
            remedy: `Look in the console, then say what you found: cyclectl state settle ${address} exists ID, or absent.`,
          },
        ];
      }),
  );
}
