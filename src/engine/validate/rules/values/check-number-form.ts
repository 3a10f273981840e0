import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { reportError } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import { isSecretName } from '../../../../model/secret/secret-name.ts';
import { listTextValues } from '../../references/list-text-values.ts';
import type { Rule } from '../rule.ts';
import { isPlainForm } from './check-variable-values.ts';

/**
 * Requires the plain form of numbers, true and false that are sent as text. YAML reads 007 as 7,
 * 1e3 as 1000 and long numbers inexactly, so other text would arrive than is written.
 */
export const checkNumberForm: Rule<WrittenAccount> = (document) =>
  listTextValues(document.written).flatMap(({ name, path, value }) => {
    if (typeof value !== 'number' && typeof value !== 'boolean') return [];
    const pointer = toPointer(path);
    // The rule for variables checks the value where it is defined.
    if (document.isInterpolated(pointer)) return [];
    const source = document.sourceOf(pointer) ?? String(value);
    if (isPlainForm(value, source)) return [];
    const text = source.replaceAll('"', '');
    const at = document.spanOf(pointer);
    if (isSecretName(name)) {
      const summary = `${name} is sent as text, and YAML reads it as another number`;
      const remedy = 'Write a reference if it is a secret; otherwise quote it to keep it as it is.';
      return [reportError('number-form', { summary, at, masked: true, remedy })];
    }
    return [
      reportError('number-form', {
        summary: `${name} is sent as text, and YAML reads ${source} as ${value}`,
        at,
        remedy: `Quote it to keep it as it is: ${name}: "${text}"`,
      }),
    ];
  });
