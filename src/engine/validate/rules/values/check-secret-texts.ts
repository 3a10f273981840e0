import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { readParts } from '../../../../kit/json/read-parts.ts';
import { type Diagnostic, reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { hasKnownKey } from '../../../../model/secret/secret-name.ts';
import type { Rule } from '../rule.ts';

/**
 * Warns of text in the form of a key of a known vendor, such as AWS, under any name. A warning,
 * because it may be an example.
 */
export const checkSecretTexts: Rule<WrittenAccount> = (document) => {
  const found: Diagnostic[] = [];
  readParts(document.written.spec, (part, names) => {
    if (typeof part === 'string' && hasKnownKey(part))
      found.push(
        reportWarning('looks-like-secret', {
          summary: `${findName(names)} looks like a secret in plain text`,
          at: document.spanOf(toPointer(['spec', ...names])),
          remedy:
            'Write a reference, {env: NAME} or {file: PATH}, and rotate the secret, because it was exposed.',
          masked: true,
        }),
      );
    return true;
  });
  return found;
};

// In a list, or a form such as {expression: …}, the key above is the better name.
function findName(names: readonly string[]): string {
  return names.findLast((name) => name !== 'expression' && !/^\d+$/.test(name)) ?? 'The text';
}
