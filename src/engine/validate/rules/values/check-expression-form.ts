import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { isExpression } from '../../../../model/desired/expression.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../../model/diagnostic/diagnostic.ts';
import type {
  WrittenAccount,
  WrittenMapping,
} from '../../../../model/manifest/manifest.generated.ts';
import { isSecretName } from '../../../../model/secret/secret-name.ts';
import { listTextValues } from '../../references/list-text-values.ts';
import type { Rule } from '../rule.ts';

/**
 * Requires the expression form for text that the service evaluates, and only for it: merge fields
 * in {{ }}, or a script after = (SERVICE C [R2]). Otherwise literal text would be evaluated.
 */
export const checkExpressionForm: Rule<WrittenAccount> = (document) =>
  listTextValues(document.written)
    .filter(({ section }) => section === 'mapping')
    .flatMap(({ name, path, value }) => {
      const words = checkMapping(name, value as WrittenMapping, (text, part = '') => {
        const location = toPointer(path) + part;
        return document.isInterpolated(location)
          ? (document.sourceOf(location) ?? quote(text))
          : quote(text);
      });
      if (words === null) return [];
      const at = document.spanOf(toPointer(path));
      if (!isSecretName(name)) return [{ ...words, at }];
      const remedy = `If it is a secret, write a reference: ${name}: {env: NAME}`;
      return [{ ...words, at, remedy, masked: true }];
    });

/** Quotes a text as written; `part` is the rest of its pointer. A placeholder stays as written. */
type Quote = (text: string, part?: string) => string;

function checkMapping(name: string, value: WrittenMapping, quoteWritten: Quote): Diagnostic | null {
  const code = 'expression-form';
  if (typeof value === 'object') {
    if (!('expression' in value) || isExpression(value.expression)) return null;
    const summary = `${name} is an expression without {{ }} and without = at its start`;
    const remedy = `Write plain text as it is: ${name}: ${quoteWritten(value.expression, '/expression')}`;
    return reportError(code, { summary, remedy });
  }
  if (typeof value !== 'string') return null;
  const remedy = `Write ${name}: {expression: ${quoteWritten(value)}}`;
  if (/^=\s/.test(value) && !isExpression(value)) {
    const summary = `${name} starts with = and a space; it is sent as text, not as a script`;
    const script = quote(value.replace(/^=\s+/, '='));
    return reportWarning(code, {
      summary,
      remedy: `If it is a script, write ${name}: {expression: ${script}}`,
    });
  }
  if (!isExpression(value)) return null;
  const summary = `${name} is text that the service would evaluate`;
  return reportError(code, { summary, remedy });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
