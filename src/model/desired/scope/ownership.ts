import { type Address, type FieldPath, isKey, type ObjectKind, parsePath } from '../../address.ts';
import type { FieldRow } from '../../fields/field-row.ts';
import { fieldTable, findFieldRow } from '../../fields/fields.ts';
import type { ObjectRecord } from '../../state/account-state.ts';
import { listSlotPaths } from '../launch-path.ts';
import { toUnnumberedName } from '../step-label.ts';
import type { Ignored } from './ignored.ts';

/**
 * Owners of a field. `managed`: Git. `seeded`: Git at creation, a person afterwards. `observed`:
 * others; shown and never written.
 */
export const owners = ['managed', 'seeded', 'observed'] as const;
export type Owner = (typeof owners)[number];

/** An ownership rule of a manifest or of cyclectl.yaml, with its pattern. */
export type OwnerRule = {
  /** Names of a path; `*` is any one. */
  readonly pattern: readonly string[];
  readonly owner: Owner;
  /** Observed until a date, because of an entry under ignore. */
  readonly ignored?: Ignored;
};

/** An object of the rules. */
type OwnedObject = { readonly kind: ObjectKind; readonly address: Address };

/** Splits a pattern into names. */
export function parsePattern(text: string): string[] {
  return parsePath(text as FieldPath);
}

/** Rules of one file with the more exact first: more names, then more segments, then names further in front. */
export function orderRules<T extends Pick<OwnerRule, 'pattern'>>(
  rules: readonly T[],
): readonly T[] {
  return rules.toSorted(
    (left, right) =>
      countNames(right) - countNames(left) ||
      right.pattern.length - left.pattern.length ||
      compareWildcards(left.pattern, right.pattern),
  );
}

function countNames({ pattern }: Pick<OwnerRule, 'pattern'>): number {
  return pattern.filter((name) => name !== '*').length;
}

function compareWildcards(left: readonly string[], right: readonly string[]): number {
  const index = left.findIndex((name, at) => (name === '*') !== (right[at] === '*'));
  if (index === -1) return left.join('/') < right.join('/') ? -1 : 1;
  return left[index] === '*' ? 1 : -1;
}

/** Finds the first rule that covers a field, or null. */
export function findRule<T extends Pick<OwnerRule, 'pattern' | 'ignored'>>(
  rules: readonly T[],
  object: OwnedObject,
  path: FieldPath,
): T | null {
  if (rules.length === 0) return null;
  const [, ...within] = parsePath(object.address);
  const names = parsePath(path);
  return rules.find((rule) => isOf(rule, within, names)) ?? null;
}

/** The owner of a field by its first rule, limited to what the field allows. */
export function resolveOwner(
  rules: readonly OwnerRule[],
  object: OwnedObject,
  path: FieldPath,
): Owner {
  const rule = findRule(rules, object, path);
  if (rule === null) return 'managed';
  const row = findFieldRow(object.kind, path);
  return rule.ignored === undefined ? fitOwner(row, rule.owner) : fitIgnored(row);
}

/**
 * Returns whether a rule applies to an object to be created too. An ignored difference ends with
 * its object.
 */
export function isLasting({ ignored }: OwnerRule): boolean {
  return ignored === undefined;
}

// An entry under ignore is about one field, by its address.
function isOf(
  { pattern, ignored }: Pick<OwnerRule, 'pattern' | 'ignored'>,
  within: readonly string[],
  names: readonly string[],
): boolean {
  if (ignored === undefined) return isCovered(pattern, within, names);
  return pattern.length === within.length + names.length && covers(pattern, [...within, ...names]);
}

// An existing object has a name and an origin, and its origin is decided before its fields.
function fitIgnored({ path }: FieldRow): Owner {
  return path.startsWith('from/') ? 'managed' : 'observed';
}

/**
 * Returns whether a seeded field is still to be written: the object does not exist, or its creation
 * is unfinished.
 */
export function isPendingSeed(
  path: FieldPath,
  found: {
    readonly live: unknown;
    readonly record: ObjectRecord | null;
    readonly isInterrupted: boolean;
  },
): boolean {
  const { live, record, isInterrupted } = found;
  return live === null || isInterrupted || record?.owed?.includes(path) === true;
}

// Limits the owner of a field that a pattern also covers, because no object is created without a
// name.
function fitOwner(row: FieldRow, owner: Owner): Owner {
  if (isOrigin(row)) return 'managed';
  return owner === 'observed' && row.path === 'displayName' ? 'seeded' : owner;
}

function isOrigin({ path }: FieldRow): boolean {
  return path.startsWith('from/') || path.startsWith('connector/');
}

function isCovered(
  pattern: readonly string[],
  within: readonly string[],
  names: readonly string[],
): boolean {
  if (covers(pattern, [...within, ...names])) return true;
  return isOfAnyObject(pattern) && covers(pattern, names);
}

// A path that starts with one of the maps of an account is of the account; slots of cycles are
// `cycles/*/connectors`.
function isOfAnyObject([first = '']: readonly string[]): boolean {
  return first !== 'connectors' && first !== 'cycles';
}

function covers(pattern: readonly string[], names: readonly string[]): boolean {
  return (
    pattern.length <= names.length &&
    pattern.every(
      (name, index) =>
        name === '*' ||
        name === names[index] ||
        (pattern[index - 1] === 'steps' && toUnnumberedName(name) === names[index]),
    )
  );
}

const sections: Readonly<Record<ObjectKind, readonly string[]>> = {
  account: [],
  connector: ['connectors', '*'],
  cycle: ['cycles', '*'],
};

/** A field of a kind of object; a `*` in its path is any name. */
type PathRow = { readonly kind: ObjectKind; readonly path: string };

/** The rows of the field table that a pattern can cover something of. */
export function listCovered(pattern: readonly string[]): readonly FieldRow[] {
  return selectCovered(pattern, fieldTable);
}

/** The same for the rows of another table. */
export function selectCovered<T extends PathRow>(
  pattern: readonly string[],
  rows: readonly T[],
): readonly T[] {
  return rows.filter(({ kind, path }) => {
    const ways = listSlotPaths(path).flatMap((each) => {
      const names = each.split('/');
      const whole = [...sections[kind], ...names];
      return isOfAnyObject(pattern) ? [whole, names] : [whole];
    });
    return ways.some((names) => covers(expandWildcards(pattern, names), names));
  });
}

// The names of a pattern at the wildcards of a row, as far as something can have them.
function expandWildcards(pattern: readonly string[], names: readonly string[]): readonly string[] {
  return pattern.map((name, index) =>
    names[index] === '*' && canBeName(name, index === 1 && !isOfAnyObject(names)) ? '*' : name,
  );
}

// A `*` is one name, so that `**` is none.
function canBeName(name: string, ofKey: boolean): boolean {
  if (name === '*') return true;
  return !/^\**$/.test(name) && (!ofKey || isKey(name));
}

/** Every path that a pattern can be, as a table has them; by default the field table. */
export function listPatterns(rows: readonly PathRow[] = fieldTable): readonly string[] {
  return rows.flatMap(({ kind, path: row }) =>
    listSlotPaths(row).flatMap((path) => {
      const whole = [...sections[kind], path].join('/');
      return kind === 'account' ? [whole] : [whole, path];
    }),
  );
}

/** The reason why a field cannot have an owner; null if it can. */
export function findOwnershipConflict(row: FieldRow, owner: Owner): string | null {
  if (owner === 'managed') return null;
  if (isOrigin(row)) return 'an object is created from it';
  if (owner === 'seeded') return null;
  if (row.path === 'displayName') return 'an object needs a name';
  if (row.path === 'auth') return 'a secret cannot be shown';
  return row.readable === 'no' ? 'the service never shows it' : null;
}
