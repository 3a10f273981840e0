import { toEntryPointer } from '../../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { hasKnownKey } from '../../../../model/secret/secret-name.ts';
import type { Rule } from '../rule.ts';

/**
 * Warns of text in the form of a key of a known vendor, such as AWS, under any name. A warning,
 * because it may be an example.
 */
export const checkSecretTexts: Rule<WrittenAccount> = (document) =>
  [...listTexts(document.written.spec, '/spec')].flatMap(({ name, pointer, text }) => {
    if (!hasKnownKey(text)) return [];
    const warning: Diagnostic = reportWarning('looks-like-secret', {
      summary: `${name} looks like a secret in plain text`,
      at: document.spanOf(pointer),
      remedy:
        'Write a reference, {env: NAME} or {file: PATH}, and rotate the secret, because it was exposed.',
      masked: true,
    });
    return [warning];
  });

type Text = { readonly name: string; readonly pointer: string; readonly text: string };

function* listTexts(value: unknown, pointer: string, name = 'The text'): Iterable<Text> {
  if (typeof value === 'string') yield { name, pointer, text: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    // In a list, or a form such as {expression: …}, the key above is the better name.
    const isNamed = !Array.isArray(value) && key !== 'expression';
    yield* listTexts(part, toEntryPointer(pointer, key), isNamed ? key : name);
  }
}
