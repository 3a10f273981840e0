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
 * Warns of a text that the service does not list for its place, or that is not of its type. The
 * service is not known to refuse one. Says nothing of expressions and empty texts.
 */
export function checkValue(written: WrittenText, rules: Partial<ItemRules>): Diagnostic | null {
  const { text } = written;
  const { values = [], dataType = null } = rules;
  if (text === '' || isExpression(text)) return null;
  if (values.length > 0) return values.includes(text) ? null : reportUnlisted(written, values);
  if (written.isOption === true) return null;
  const form = forms.get(dataType?.toLowerCase() ?? '');
  return form === undefined || form.fits(text.trim()) ? null : reportType(written, dataType, form);
}

type Form = { readonly fits: (text: string) => boolean; readonly example: string };

const decimal: Form = {
  fits: (text) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text),
  example: 'a number in quotes, such as "-2.5"',
};

/** Forms of a type of the service (SERVICE B [D]), in lower case. Other types take any text. */
const forms: ReadonlyMap<string, Form> = new Map([
  [
    'integer',
    { fits: (text: string) => /^[+-]?\d+$/.test(text), example: 'a whole number such as 17' },
  ],
  ['float', decimal],
  ['decimal', decimal],
  [
    'boolean',
    { fits: (text: string) => /^(?:true|false|[01])$/i.test(text), example: 'true or false' },
  ],
  ['datetime', { fits: isPossiblyDate, example: 'a date such as 2026-12-01T05:00:00Z' }],
]);

// Dates have many forms: only a text without a digit, or an ISO date of no calendar, is none.
function isPossiblyDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/.exec(text) ?? [];
  if (year === undefined) return /\d/.test(text);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function reportType(
  { name, text, at, address }: WrittenText,
  dataType: string | null,
  { example }: Form,
): Diagnostic {
  return reportWarning('value-of-other-type', {
    summary: `"${name}" is of type ${dataType}, and ${formatQuoted(text)} is not`,
    at,
    address,
    remedy: `Write ${example}: ${formatYamlName(toEscapedText(name))}: VALUE.`,
  });
}

function reportUnlisted(
  { name, text, at, address, isOption }: WrittenText,
  values: readonly string[],
): Diagnostic {
  const [near, ...others] = listNearest(text, values);
  const line = near === undefined ? [] : [`Write ${formatLine(name, near, isOption)}.`];
  // The line has the nearest value already.
  const isSaid = near !== undefined && others.length === 0;
  return reportWarning('value-unlisted', {
    summary: `"${name}" does not list the value ${formatQuoted(text)}`,
    at,
    address,
    remedy: [...line, ...(isSaid ? [] : [formatNearest(text, values, 'values')])].join(' '),
  });
}

function formatLine(name: string, value: string, isOption = false): string {
  const shown = formatYamlName(toEscapedText(value));
  return `${formatYamlName(toEscapedText(name))}: ${isOption ? `{option: ${shown}}` : shown}`;
}
