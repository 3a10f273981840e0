import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../../kit/text/nearest.ts';
import { reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { Rule } from '../rule.ts';

/**
 * Requires that a cycle chooses installed connectors of its account. If the account does not manage
 * connectors, only the service knows them.
 */
export const checkConnectorKeys: Rule<WrittenAccount> = (document) => {
  const { connectors, cycles = {} } = document.written.spec;
  if (connectors === undefined) return [];
  const keys = Object.keys(connectors);
  return Object.entries(cycles).flatMap(([cycle, written]) =>
    Object.entries(written.connectors ?? {})
      .filter(([, key]) => !document.isWritten(toPointer(['spec', 'connectors', key])))
      .map(([slot, key]) => {
        const renamed = keys.find((each) => connectors[each]?.renamedFrom === key);
        const [nearest] = renamed === undefined ? listNearest(key, keys) : [];
        const all =
          keys.length === 0
            ? 'The account has no connectors.'
            : `Connectors of the account: ${keys.join(', ')}.`;
        return reportError('unknown-connector', {
          summary: `The account has no connector ${key}`,
          at: document.spanOf(toPointer(['spec', 'cycles', cycle, 'connectors', slot])),
          remedy:
            renamed !== undefined
              ? `It was renamed: write ${renamed}.`
              : nearest === undefined
                ? all
                : `Did you mean ${nearest}? ${all}`,
        });
      }),
  );
};
