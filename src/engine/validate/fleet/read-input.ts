import { isMap } from '../../../kit/json/json.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import type { Input } from '../../../model/manifest/blueprint.ts';
import { isScalar } from '../../../model/manifest/variable.ts';
import { isSecretRef } from '../../../model/secret/secret.ts';
import { formatType, formatValue } from '../schema/format-value.ts';

/** A mistake in the value of an input; `says` follows its name. */
export type InputMistake = { readonly says: string; readonly remedy?: string };

type InputType = Pick<Input, 'type' | 'values' | 'pattern' | 'matches'>;

/** Separates the entries of a list in a cell of CSV. */
const listSeparator = '|';

/**
 * Reads a cell as a value of an input; the mistake, if it is none. `isText` is true for CSV, whose
 * cells have no types; null gives no value.
 */
export function readInput(
  input: InputType,
  cell: unknown,
  isText: boolean,
): { readonly value: unknown } | { readonly mistake: InputMistake } {
  const value = isText && typeof cell === 'string' ? toValue(input, cell) : cell;
  if (value === null) return { value };
  const mistake = describeInputMistake(input, value);
  return mistake === null ? { value } : { mistake };
}

function toValue({ type }: InputType, text: string): unknown {
  switch (type) {
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? /^true$/i.test(text) : text;
    case 'list':
      return text.split(listSeparator);
    default:
      return text;
  }
}

/** Describes what is wrong with the value of an input; null if it is right. */
export function describeInputMistake(input: InputType, value: unknown): InputMistake | null {
  const { type } = input;
  switch (type) {
    case 'string':
      if (typeof value === 'string') return describeText(input, value);
      return { ...isNot(value, 'text'), remedy: 'Put quotes around it.' };
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? null
        : isNot(value, 'a number, such as 12 or 0.5');
    case 'boolean':
      return typeof value === 'boolean' ? null : isNot(value, 'true or false');
    case 'enum':
      return describeChoice(input, value);
    case 'secret':
      return secretMistake;
    case 'mapping':
      if (hasRef(value)) return secretMistake;
      return isScalar(value) || isMap(value) ? null : isNot(value, 'a mapping');
    case 'list':
      return Array.isArray(value) && value.every(isScalar) ? null : isNot(value, 'a list');
  }
}

const secretMistake: InputMistake = {
  says: 'cannot be a secret or a reference to one',
  remedy: 'Remove the value. An input of type secret has its reference in the blueprint, in ref.',
};

// A row must not be able to name the secret of another account.
function hasRef(value: unknown): boolean {
  if (!isMap(value)) return false;
  return isSecretRef(value) || Object.values(value).some(hasRef);
}

function describeText({ pattern = '', matches }: InputType, value: string): InputMistake | null {
  return matches(value)
    ? null
    : { says: `is ${formatValue(value)}; it must match the pattern ${pattern}` };
}

function describeChoice({ values = [] }: InputType, value: unknown): InputMistake | null {
  if (typeof value === 'string' && values.includes(value)) return null;
  const choice = `Write one of ${values.join(', ')}.`;
  const near = isScalar(value) ? formatNearest(String(value), values, 'values') : null;
  return { says: `cannot be ${formatValue(value)}`, remedy: near ?? choice };
}

function isNot(value: unknown, wanted: string): InputMistake {
  const shown = isScalar(value) ? formatValue(value) : formatType(value);
  return { says: `is ${shown}; it must be ${wanted}`, remedy: `Write ${wanted}.` };
}
