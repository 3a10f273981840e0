import { count } from '../../kit/text-layout.ts';
import { toVisible } from '../../kit/visible-text.ts';
import { splitPath } from '../../model/address.ts';
import type { Change, FieldChange } from '../../model/change.ts';
import { writeShownValue } from './write-value.ts';

/** What a new object will be like, in the words of the people who ordered it; mappings are counted. */
export function describeNew(change: Extract<Change, { readonly verb: 'create' }>): string {
  const mappings = change.fields.filter((field) => field.path.startsWith('steps/')).length;
  const words = change.fields.flatMap((field) => describeField(field, change));
  const names =
    mappings === 0 ? [] : [`${count(mappings, 'mapping')}, all names found in the template`];
  return [...words, ...names].join(', ');
}

function describeField(
  field: FieldChange,
  change: Extract<Change, { readonly verb: 'create' }>,
): string[] {
  const [room = '', name = ''] = splitPath(field.path);
  const value = writeShownValue(field.after);
  const isNothing = field.after.kind === 'plain' && field.after.value === null;
  switch (room) {
    case 'displayName':
      return splitPath(change.address).at(-1) === plainText(field) ? [] : [`named ${value}`];
    case 'retention': {
      const runs = name === 'successHours' ? 'runs' : 'failed runs';
      return [isNothing ? `${runs} kept as the console says` : `${runs} kept ${value} hours`];
    }
    case 'errorWebhook':
      return describeWebhook(name, field);
    case 'auth':
      return field.secret ? [`signs in with a ${value}`] : [];
    case 'connectors':
      return [`${toVisible(name)} is ${toVisible(plainText(field) ?? '')}`];
    case 'properties':
    case 'variables':
      return [`${toVisible(name)} ${value}`];
    case 'state':
    case 'schedule':
    case 'steps':
      return [];
    default:
      return isNothing ? [] : [`${toVisible(room)} ${value}`];
  }
}

function describeWebhook(name: string, field: FieldChange): string[] {
  const isOn = field.after.kind === 'plain' && field.after.value === true;
  if (name === 'enabled') return isOn ? [] : ['no error webhook'];
  if (name === 'includeWarnings') return isOn ? ['warnings too'] : [];
  return [`errors go to ${writeShownValue(field.after)}`];
}

function plainText(field: FieldChange): string | null {
  return field.after.kind === 'plain' && typeof field.after.value === 'string'
    ? field.after.value
    : null;
}
