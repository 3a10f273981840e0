import type { InputType } from '../../../model/manifest/blueprint.ts';
import { parsePlaceholders } from '../../../model/manifest/interpolation.ts';
import type { Member } from './fleet-draft.ts';
import type { Plain } from './skeleton.ts';

/** Values of a part of a setting, by account. */
export type PartValues = ReadonlyMap<Member, Plain>;

/** Accounts by value, those with the most frequent one first. */
export function countValues(values: PartValues): readonly (readonly [Plain, readonly Member[]])[] {
  const groups = Map.groupBy([...values], ([, value]) => JSON.stringify(value));
  return [...groups.values()]
    .map((same) => [same[0]?.[1] ?? '', same.map(([member]) => member)] as const)
    .sort(([, left], [, right]) => right.length - left.length);
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

/** A placeholder of an account, with the text that it stands for. */
type OwnText = { readonly placeholder: string; readonly find: (member: Member) => string | null };

const ownTexts: readonly OwnText[] = [
  { placeholder: `\${account.name}`, find: ({ metadata }) => metadata.name },
  { placeholder: `\${account.id}`, find: ({ spec }) => spec.id ?? null },
];

const ownRefTexts: readonly OwnText[] = [
  {
    placeholder: `\${account.env}`,
    find: ({ metadata }) => metadata.name.toUpperCase().replaceAll('-', '_'),
  },
  ...ownTexts,
];

/** Finds one text with a placeholder of the account that has the value of each; null if there is none. */
export function findTemplate(values: PartValues, isInRef: boolean): string | null {
  for (const { placeholder, find } of isInRef ? ownRefTexts : ownTexts) {
    const templates = new Set(
      [...values].map(([member, value]) => {
        const own = find(member);
        return typeof value === 'string' && own !== null && value.includes(own)
          ? value.replace(own, () => placeholder)
          : null;
      }),
    );
    const [template = null] = templates;
    if (templates.size === 1 && template !== null) return template;
  }
  return null;
}
