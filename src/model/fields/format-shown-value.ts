import { formatName, formatQuoted } from '../../kit/text/format-name.ts';
import type { MappingSource, UnknownSource } from '../desired/mapping.ts';
import type { LiveSchedule } from '../desired/schedule.ts';
import type { ShownValue } from '../plan/change.ts';
import type { PlainValue } from './field-value.ts';

/** Formats a value for people; a secret shows only its source. */
export function formatShownValue(shown: ShownValue): string {
  switch (shown.kind) {
    case 'unknown':
      return 'unknown';
    case 'secret':
      return shown.from === null ? 'a secret' : `secret from ${formatName(shown.from)}`;
    case 'plain':
      return formatPlainValue(shown.value);
  }
}

/** A value that is no secret as people read it. */
function formatPlainValue(value: PlainValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return formatQuoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return value.length === 0 ? 'none' : `[${value.map(formatQuoted).join(', ')}]`;
  return formatKind(value);
}

function formatKind(value: MappingSource | LiveSchedule): string {
  switch (value.kind) {
    case 'value':
      return formatQuoted(value.value);
    case 'step':
      return `step ${formatQuoted(value.step)} ${formatName(value.field)}`;
    case 'variable':
      return `variable ${formatName(value.variable)}`;
    case 'option':
      return `option ${formatQuoted(value.option)}`;
    case 'lookup':
      return value.label === undefined
        ? `lookup ${formatQuoted(value.value)}`
        : `lookup ${formatQuoted(value.label)} (${formatName(value.value)})`;
    case 'expression':
      return `expression ${formatQuoted(value.expression)}`;
    case 'ignore':
      return 'ignored';
    case 'unknown':
      return formatUnknown(value);
    case 'every':
      return value.startAt === undefined
        ? `every ${value.every}`
        : `every ${value.every} from ${formatName(value.startAt)}`;
    case 'once':
      return `once, ${formatName(value.at)}`;
    case 'webhook':
      return 'by its webhook';
  }
}

function formatUnknown({ type, value, step, field, lookup, label }: UnknownSource): string {
  const texts = [value, step, field, lookup, label].filter((text) => text !== undefined);
  return [`type ${formatName(type)}`, ...texts.map(formatQuoted)].join(' ');
}

function isList(value: PlainValue): value is readonly string[] {
  return Array.isArray(value);
}
