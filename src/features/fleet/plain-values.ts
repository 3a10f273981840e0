import type { InputType } from '../../model/manifest/blueprint.ts';
import { parsePlaceholders, type Scalar } from '../../model/manifest/interpolation.ts';
import { isScalar } from '../../model/manifest/variable.ts';

/** A value that an input can have: a text, a number, true or false, or a list of those. */
export type Plain = Scalar | readonly Scalar[];

/** Returns whether an input can have a value. */
export function isPlain(value: unknown): value is Plain {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

/** Returns the type of input that a value has. */
export function toInputType(value: Plain): InputType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'list';
}

/** Writes a value as a cell of its type; null if no cell has this value. */
export function toCell(value: Plain): string | null {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    const text = String(value);
    return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? text : null;
  }
  if (typeof value === 'string') return toTextCell(value);
  const entries = value.map((entry) => (typeof entry === 'string' ? toTextCell(entry) : null));
  const isList = entries.length > 0 && entries.every((entry) => entry?.includes('|') === false);
  return isList ? entries.join('|') : null;
}

// An empty cell is not given, and one with = would be a formula to a spreadsheet.
function toTextCell(written: string): string | null {
  const pieces = parsePlaceholders(written);
  if (pieces.some(({ kind }) => kind !== 'literal')) return null;
  const text = pieces.map((piece) => (piece.kind === 'literal' ? piece.text : '')).join('');
  return text === '' || /^[=+@]/.test(text) ? null : text;
}
