import { toVisible } from '../../kit/visible-text.ts';
import type { ShownValue } from '../../model/change.ts';
import type { PlainValue } from '../../model/field-value.ts';
import type { MappingSource } from '../../model/mapping.ts';
import type { Schedule } from '../../model/schedule.ts';

/** A longer value is cut in the middle, with its length said. */
const longest = 200;
const kept = 60;

/** A value as people read it. Nothing of a secret but where it comes from. */
export function writeShownValue(shown: ShownValue): string {
  switch (shown.kind) {
    case 'unknown':
      return 'not known';
    case 'secret':
      return shown.from === null ? 'a secret' : `secret from ${toVisible(shown.from)}`;
    case 'plain':
      return writePlainValue(shown.value);
  }
}

/** A value that is no secret as people read it. */
export function writePlainValue(value: PlainValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return value.length === 0 ? 'none' : value.map(quote).join(', ');
  return writeNoun(value);
}

function writeNoun(value: MappingSource | Schedule): string {
  switch (value.kind) {
    case 'value':
      return quote(value.value);
    case 'step':
      return `step ${quote(value.step)} ${toVisible(value.field)}`;
    case 'variable':
      return `variable ${toVisible(value.variable)}`;
    case 'option':
      return `option ${quote(value.option)}`;
    case 'lookup':
      return `lookup ${quote(value.label ?? value.value)}`;
    case 'expression':
      return `expression ${quote(value.expression)}`;
    case 'ignore':
      return 'ignored';
    case 'every':
      return value.startAt === undefined
        ? `every ${value.every}`
        : `every ${value.every} from ${value.startAt}`;
    case 'once':
      return `once, ${value.at}`;
    case 'webhook':
      return 'by its webhook';
  }
}

function quote(text: string): string {
  const visible = toVisible(text);
  if (visible.length <= longest) return `"${visible}"`;
  return `"${visible.slice(0, kept)} … ${visible.slice(-kept)}" (${text.length} characters)`;
}

function isList(value: PlainValue): value is readonly string[] {
  return Array.isArray(value);
}
