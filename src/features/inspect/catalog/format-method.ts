import stringWidth from 'string-width';
import { formatName, formatYamlName, toLine } from '../../../kit/text/format-name.ts';
import {
  columns,
  formatIndented,
  formatParagraph,
  formatSpread,
  toWrappedLines,
} from '../../../kit/text/text-layout.ts';
import { type ConnectorMethod, isMergeField, type MethodItem } from '../../../model/live/method.ts';
import type { Paint } from '../../../reports/text/paint.ts';

/** Column of the description of a parameter or field. */
const column = 36;
const hang = 8;

/**
 * Formats a method as `parameters:` and `fields:` of a step in a manifest, with their allowed
 * values as comments, and its responses.
 */
export function formatMethod(
  method: ConnectorMethod,
  all: readonly ConnectorMethod[],
  paint: Paint,
): string[] {
  const { description, endpoint, category, type, parameters, fields, responses } = method;
  const isShared = all.some((other) => other !== method && other.name === method.name);
  const about = [
    ...(isShared ? [`id ${method.id}`] : []),
    ...[category, type === 'Action' ? null : type, endpoint].filter(
      (text) => text !== null && text !== '',
    ),
  ].map((text) => formatName(text ?? ''));
  return [
    formatSpread(`  ${paint.bold(formatYamlName(method.name))}`, about.join(', ')),
    ...formatDescription(description),
    ...formatItems('parameters', parameters, paint),
    ...formatItems('fields', fields, paint),
    ...formatResponses(responses),
  ];
}

function formatDescription(description: string | null): readonly string[] {
  const text = description?.trim() ?? '';
  return text === '' ? [] : [formatParagraph(toLine(text.replaceAll(/\s+/g, ' ')), 4)];
}

function formatItems(slot: string, items: readonly MethodItem[], paint: Paint): string[] {
  if (items.length === 0) return [];
  return [`    ${slot}:`, ...items.map((item) => formatItem(item, paint))];
}

function formatItem(item: MethodItem, paint: Paint): string {
  const name = `      ${formatYamlName(item.name)}:`;
  const text = describeItem(item);
  if (text === '') return name;
  const isBeside = stringWidth(name) + 1 <= column;
  const at = isBeside ? column : hang;
  const lines = toWrappedLines(text, columns - at - 2).map((line) => paint.dim(`# ${line}`));
  const [first = '', ...others] = lines;
  const rest = others.map((line) => formatIndented(line, at));
  return isBeside
    ? [name + ' '.repeat(column - stringWidth(name)) + first, ...rest].join('\n')
    : [name, formatIndented(first, at), ...rest].join('\n');
}

/** Formats `required, Integer` or `Customers, Leads or Partners`. */
function describeItem(item: MethodItem): string {
  const { dataType, values } = item;
  const type = dataType === null || dataType === 'Text' ? [] : [formatName(dataType)];
  return [
    ...(item.isOptional ? [] : ['required']),
    ...(item.isSensitive ? ['secret'] : []),
    ...(isMergeField(item) ? ['merge field'] : []),
    ...type,
    ...(values.length === 0 ? [] : [listValues(values)]),
  ].join(', ');
}

function listValues(values: readonly string[]): string {
  const names = values.map(formatYamlName);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? `only ${last}` : `${names.slice(0, -1).join(', ')} or ${last}`;
}

function formatResponses(responses: readonly MethodItem[]): string[] {
  if (responses.length === 0) return [];
  const names = responses.map(({ name }) => formatYamlName(name));
  return [formatParagraph(`returns ${names.join(', ')}`, 4)];
}
