import { formatQuoted, formatYamlName } from '../../kit/text/format-name.ts';
import { formatNearest, listNearest } from '../../kit/text/nearest.ts';
import type { Address } from '../../model/address.ts';
import { isExpression } from '../../model/desired/expression.ts';
import { type Diagnostic, reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { ItemRules } from '../../model/live/live.ts';
import { toEscapedText } from '../../model/manifest/interpolation.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** A text for a parameter, field or property of a name. */
export type WrittenText = {
  readonly name: string;
  readonly text: string;
  readonly at: SourceSpan;
  readonly address: Address;
  /** True for a mapping to a listed value. */
  readonly isOption?: boolean;
};

/**
 * Warns of a text that the service does not list for its place. The service is not known to refuse
 * one. Says nothing of expressions and empty texts.
 */
export function checkValue(written: WrittenText, rules: Partial<ItemRules>): Diagnostic | null {
  const { text } = written;
  const { values = [] } = rules;
  if (text === '' || isExpression(text)) return null;
  if (values.length > 0) return values.includes(text) ? null : reportUnlisted(written, values);
  return null;
}

function reportUnlisted(
  { name, text, at, address, isOption }: WrittenText,
  values: readonly string[],
): Diagnostic {
  const [near] = listNearest(text, values);
  const line = near === undefined ? '' : `Write ${formatLine(name, near, isOption)}. `;
  return reportWarning('value-unlisted', {
    summary: `"${name}" does not list the value ${formatQuoted(text)}`,
    at,
    address,
    remedy: `${line}${formatNearest(text, values, 'values') ?? ''}`,
  });
}

function formatLine(name: string, value: string, isOption = false): string {
  const shown = formatYamlName(toEscapedText(value));
  return `${formatYamlName(toEscapedText(name))}: ${isOption ? `{option: ${shown}}` : shown}`;
}
