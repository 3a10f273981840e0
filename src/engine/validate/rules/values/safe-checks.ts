import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { Rule } from '../rule.ts';

/**
 * A check is called again and again without a question. Nothing in the service says which methods only
 * read, so that the manifest has to.
 */
export const safeChecks: Rule<WrittenAccount> = (document) =>
  Object.entries(document.written.spec.connectors ?? {}).flatMap(([key, { checks = [] }]) =>
    checks.flatMap(({ safe }, index) => {
      if (safe === true) return [];
      const pointer = toPointer(['spec', 'connectors', key, 'checks', String(index)]);
      return [
        {
          code: 'check-not-safe',
          severity: 'error',
          summary: `The check ${index + 1} of ${key} does not say safe: true, so it is never made`,
          at: document.spanOf(safe === undefined ? pointer : `${pointer}/safe`),
          remedy:
            'Write safe: true beside it if the method only reads; if it changes anything, remove the check.',
        } as const,
      ];
    }),
  );
