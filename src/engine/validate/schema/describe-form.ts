import { isMap } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatAnd, formatOr, formatSchemaType, formatType, formatValue } from './format-value.ts';
import type { Form, SchemaNode } from './schemas.ts';

/** A value in none of its forms, and its name. */
type Formless = {
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly forms: readonly Form[];
  /** True if a message must not quote the value. */
  readonly isHidden: boolean;
};

/** The message; `key` is the pointer of a wrong key, if the value is not the mistake. */
type Words = Pick<Diagnostic, 'code' | 'summary'> & {
  readonly remedy: string;
  readonly key?: string;
};

/** Number of unknown keys that a message names. */
const maxNamed = 3;

/**
 * Describes a value in none of its forms, and lists those that are not refused. A map here has no key that
 * chooses a form: unknown ones, or those that several forms have.
 */
export function describeForm(formless: Formless): Words {
  const { name, pointer, value, isHidden } = formless;
  const forms = formless.forms.filter(({ schema }) => schema.deprecated !== true);
  const all = isMap(value) ? Object.keys(value) : [];
  const known = forms.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
  const keys = all.filter((key) => !known.includes(key));
  const nearest = keys.flatMap((key) => listNearest(key, known, 1));
  const meant = nearest.length > 0 ? `Did you mean ${formatOr(nearest)}? ` : '';
  const written = forms.map(formatForm).join(', ');
  const remedy = `${meant}Write ${forms.length === 1 ? '' : 'one of '}${written}${formatChoices(forms)}.`;
  const takes = `${name} takes ${formatOr(forms.map(formatFormName))}`;
  const [first] = keys;
  if (first === undefined && all.length > 0) {
    const missing = forms.flatMap(({ schema }) => schema.required ?? []);
    const names = [...new Set(missing)].filter((key) => !all.includes(key));
    const summary = `${name}: one of the keys ${formatOr(names)} is missing`;
    return { code: 'missing-key', summary, remedy: 'Add one of them.' };
  }
  if (first === undefined) {
    const shown = isMap(value) ? 'an empty map' : isHidden ? formatType(value) : formatValue(value);
    return { code: 'wrong-form', summary: `${name} cannot be ${shown}`, remedy };
  }
  // A key in the place of a secret may be the secret itself.
  if (isHidden) return { code: 'wrong-form', summary: `Unknown key: ${takes}`, remedy };
  const named = formatAnd(keys.slice(0, maxNamed).map(formatValue));
  const summary = `Unknown key${keys.length === 1 ? '' : 's'} ${named}: ${takes}`;
  return { code: 'unknown-key', summary, remedy, key: toEntryPointer(pointer, first) };
}

/** Formats a form as an example: `{step: …, field: …}`. */
function formatForm({ schema }: Form): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.required !== undefined) {
    return `{${schema.required.map((name) => `${name}: …`).join(', ')}}`;
  }
  return formatTypes(schema.type);
}

// Lists them for a sole form, because a list for each would hide the forms.
function formatChoices(forms: readonly Form[]): string {
  const [sole, ...others] = forms;
  if (sole === undefined || others.length > 0) return '';
  const { required = [], properties = {} } = sole.schema;
  return required
    .flatMap((name) => {
      const { enum: values } = (properties[name] ?? {}) as SchemaNode;
      return values === undefined ? [] : [`; ${name} is one of ${values.join(', ')}`];
    })
    .join('');
}

/** Formats a form by its keys: `every (with optional startAt)`. */
function formatFormName({ schema }: Form): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.required === undefined) return formatTypes(schema.type);
  const { required } = schema;
  const optional = Object.keys(schema.properties ?? {}).filter((name) => !required.includes(name));
  const more = optional.length === 0 ? '' : ` (with optional ${formatAnd(optional)})`;
  return `${required.join(' with ')}${more}`;
}

function formatTypes(type: Form['schema']['type']): string {
  return [type ?? []].flat().map(formatSchemaType).join(', ');
}
