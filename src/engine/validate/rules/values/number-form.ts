import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { isSecretName } from '../../../../model/secret/secret-name.ts';
import { listTextValues } from '../../references/list-text-values.ts';
import { isPlainForm } from '../../schema/is-plain-form.ts';
import type { Rule } from '../rule.ts';

/**
 * A number, true or false that travels as text stands in its plain form. YAML reads 007 as 7, 1e3
 * as 1000 and long numbers inexactly, so that other text would arrive than was written.
 */
export const numberForm: Rule<WrittenAccount> = (document) =>
  [...listTextValues(document.written)].flatMap(({ name, pointer, value }) => {
    if (typeof value !== 'number' && typeof value !== 'boolean') return [];
    // That of a variable is judged where it is written.
    if (document.isInterpolated(pointer)) return [];
    const source = document.sourceOf(pointer) ?? String(value);
    if (isPlainForm(value, source)) return [];
    const text = source.replaceAll('"', '');
    const at = document.spanOf(pointer);
    if (isSecretName(name)) {
      const summary = `${name} is sent as text, and YAML reads it as another number`;
      const remedy = 'Write a reference if it is a secret; else quotes keep it as it is.';
      return [{ code: 'number-form', severity: 'error', summary, at, masked: true, remedy }];
    }
    return [
      {
        code: 'number-form',
        severity: 'error',
        summary: `${name} is sent as text, and YAML reads ${source} as ${value}`,
        at,
        remedy: `Quotes keep it as it is: ${name}: "${text}"`,
      },
    ];
  });
