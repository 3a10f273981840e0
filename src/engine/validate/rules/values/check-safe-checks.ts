import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { Rule } from '../rule.ts';

/**
 * Requires `safe: true` on each check, because checks run repeatedly without confirmation and the
 * service does not report which methods only read.
 */
export const checkSafeChecks: Rule<WrittenAccount> = (document) =>
  Object.entries(document.written.spec.connectors ?? {}).flatMap(([key, { checks = [] }]) =>
    checks.flatMap(({ safe }, index) => {
      if (safe === true) return [];
      const pointer = toPointer(['spec', 'connectors', key, 'checks', String(index)]);
      return [
        reportError('check-not-safe', {
          summary: `Check ${index + 1} of ${key} has no safe: true, so it never runs`,
          at: document.spanOf(safe === undefined ? pointer : `${pointer}/safe`),
          remedy:
            'Write safe: true if the method only reads; remove the check if it changes anything.',
        }),
      ];
    }),
  );
