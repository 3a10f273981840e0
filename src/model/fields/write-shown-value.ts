import { quote, writeName } from '../../kit/text/write-name.ts';
import type { MappingSource } from '../desired/mapping.ts';
import type { Schedule } from '../desired/schedule.ts';
import type { ShownValue } from '../plan/change.ts';
import type { PlainValue } from './field-value.ts';

/** A value as people read it. Nothing of a secret but where it comes from. */
export function writeShownValue(shown: ShownValue): string {
  switch (shown.kind) {
    case 'unknown':
      return 'not known';
    case 'secret':
      return shown.from === null ? 'a secret' : `secret from ${writeName(shown.from)}`;
    case 'plain':
      return writePlainValue(shown.value);
  }
}

/** A value that is no secret as people read it. */
function writePlainValue(value: PlainValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return value.length === 0 ? 'none' : `[${value.map(quote).join(', ')}]`;
  return writeNoun(value);
}

function writeNoun(value: MappingSource | Schedule): string {
  switch (value.kind) {
    case 'value':
      return quote(value.value);
    case 'step':
      return `step ${quote(value.step)} ${writeName(value.field)}`;
    case 'variable':
      return `variable ${writeName(value.variable)}`;
    case 'option':
      return `option ${quote(value.option)}`;
    case 'lookup':
      return value.label === undefined
        ? `lookup ${quote(value.value)}`
        : `lookup ${quote(value.label)} (${writeName(value.value)})`;
    case 'expression':
      return `expression ${quote(value.expression)}`;
    case 'ignore':
      return 'ignored';
    case 'every':
      return value.startAt === undefined
        ? `every ${value.every}`
        : `every ${value.every} from ${writeName(value.startAt)}`;
    case 'once':
      return `once, ${writeName(value.at)}`;
    case 'webhook':
      return 'by its webhook';
  }
}

function isList(value: PlainValue): value is readonly string[] {
  return Array.isArray(value);
}
