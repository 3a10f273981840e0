import { extendPointer } from '../../../kit/json/json-pointer.ts';
import { findNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Form } from './schemas.ts';
import { listAnd, listOr, nameSchemaType, nameType, showValue } from './show-value.ts';

/** A value that is written in none of its forms, and the name of what has it. */
type Formless = {
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly forms: readonly Form[];
  /** Nothing of the value may be quoted. */
  readonly isHidden: boolean;
};

/** What is said of it; `key` is the pointer of a key that it is about, where it is not about the value. */
type Words = Pick<Diagnostic, 'code' | 'summary'> & {
  readonly remedy: string;
  readonly key?: string;
};

/** Keys that are named where a map has none that is known. */
const mostNamed = 3;

/**
 * What is wrong with a value that is in none of its forms, and which forms there are. A map that comes here has no key
 * of any form: one would have spoken for its form.
 */
export function wordForm(formless: Formless): Words {
  const { name, pointer, value, forms, isHidden } = formless;
  const keys = isMap(value) ? Object.keys(value) : [];
  const known = forms.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
  const nearest = keys.flatMap((key) => findNearest(key, known, 1));
  const meant = nearest.length > 0 ? `Did you mean ${listOr(nearest)}? ` : '';
  const remedy = `${meant}Write one of ${forms.map(showForm).join(', ')}.`;
  const takes = `${name} takes ${listOr(forms.map(nameForm))}`;
  const [first] = keys;
  if (first === undefined) {
    const shown = isMap(value) ? 'an empty map' : isHidden ? nameType(value) : showValue(value);
    return { code: 'wrong-form', summary: `${name} cannot be ${shown}`, remedy };
  }
  // What stands where a secret belongs may be one, be it a key.
  if (isHidden) return { code: 'wrong-form', summary: `Unknown key: ${takes}`, remedy };
  const named = listAnd(keys.slice(0, mostNamed).map(showValue));
  const summary = `Unknown key${keys.length === 1 ? '' : 's'} ${named}: ${takes}`;
  return { code: 'unknown-key', summary, remedy, key: extendPointer(pointer, first) };
}

/** A form as one writes it: `{step: …, field: …}`. */
function showForm({ schema }: Form): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.required !== undefined) {
    return `{${schema.required.map((name) => `${name}: …`).join(', ')}}`;
  }
  return nameTypes(schema.type);
}

/** A form by its keys: `every (with optional startAt)`. */
function nameForm({ schema }: Form): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.required === undefined) return nameTypes(schema.type);
  const { required } = schema;
  const optional = Object.keys(schema.properties ?? {}).filter((name) => !required.includes(name));
  const more = optional.length === 0 ? '' : ` (with optional ${listAnd(optional)})`;
  return `${required.join(' with ')}${more}`;
}

function nameTypes(type: Form['schema']['type']): string {
  return [type ?? []].flat().map(nameSchemaType).join(', ');
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
