import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { parsePath } from '../../../model/address.ts';
import { cycleFileExtension } from '../../../model/desired/cycle-file/cycle-file.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { Change, FieldChange } from '../../../model/plan/change.ts';

type Create = Extract<Change, { readonly verb: 'create' | 'replace' }>;

/**
 * A new object in the words of an operator; mappings are counted. `isChecked`: their names were
 * found in its origin.
 */
export function describeNew(change: Create, isChecked: boolean): string {
  const mappings = change.fields.filter(isMapping).length;
  const words = change.fields.flatMap((field) => describeField(field, change));
  const source = change.origin.endsWith(cycleFileExtension) ? 'file' : 'template';
  const things = change.hasRequired === true ? 'names and required values' : 'names';
  const found = isChecked ? [`all ${things} found in the ${source}`] : [];
  return [...words, ...(mappings === 0 ? [] : [count(mappings, 'mapping'), ...found])].join(', ');
}

function describeField(field: FieldChange, change: Create): string[] {
  const [width = '', name = ''] = parsePath(field.path);
  const value = formatShownValue(field.after);
  const isNothing = field.after.kind === 'plain' && field.after.value === null;
  switch (width) {
    case 'displayName':
      return parsePath(change.address).at(-1) === toText(field) ? [] : [`named ${value}`];
    case 'retention': {
      const runs = name === 'successHours' ? 'runs' : 'failed runs';
      return [isNothing ? `${runs} kept as set in the console` : describeHours(runs, field)];
    }
    case 'errorWebhook':
      return describeWebhook(name, field);
    case 'auth':
      return field.after.kind === 'secret' ? [`signs in with a ${value}`] : [];
    case 'connectors':
      return [`uses ${formatName(toText(field) ?? '')} for ${formatQuoted(name)}`];
    case 'properties':
    case 'variables':
      return [`${formatName(name)} ${describeValue(field)}`];
    case 'state':
    case 'schedule':
    case 'steps':
      return [];
    default:
      return isNothing ? [] : [`${formatName(width)} ${value}`];
  }
}

function describeHours(runs: string, field: FieldChange): string {
  const isZero = field.after.kind === 'plain' && field.after.value === 0;
  return isZero
    ? `${runs} deleted at once`
    : `${runs} kept ${formatShownValue(field.after)} ${isOne(field) ? 'hour' : 'hours'}`;
}

function isOne(field: FieldChange): boolean {
  return field.after.kind === 'plain' && field.after.value === 1;
}

function describeWebhook(name: string, field: FieldChange): string[] {
  const isOn = field.after.kind === 'plain' && field.after.value === true;
  if (name === 'enabled') return isOn ? [] : ['no error webhook'];
  if (name === 'includeWarnings') return isOn ? ['warnings too'] : [];
  const { after } = field;
  return [
    `errors go to ${after.kind === 'secret' ? `an address ${describeValue(field)}` : formatShownValue(after)}`,
  ];
}

function describeValue(field: FieldChange): string {
  const { after } = field;
  return after.kind === 'secret' && after.from !== null
    ? `from ${formatName(after.from)}`
    : formatShownValue(after);
}

function toText(field: FieldChange): string | null {
  return field.after.kind === 'plain' && typeof field.after.value === 'string'
    ? field.after.value
    : null;
}

/** Returns whether a field is a mapping of a step. */
export function isMapping({ path }: Pick<FieldChange, 'path'>): boolean {
  return parseStepTarget(path)?.isLaunch === false;
}
