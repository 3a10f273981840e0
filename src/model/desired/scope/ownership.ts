import { type Address, type FieldPath, type ObjectKind, parsePath } from '../../address.ts';
import type { FieldRow } from '../../fields/field-row.ts';
import { fieldTable, findFieldRow } from '../../fields/fields.ts';
import type { ObjectRecord } from '../../memory/account-state.ts';
import type { SourceSpan } from '../../source-span.ts';
import { toUnnumberedName } from '../step-label.ts';
import type { Ignored } from './ignored.ts';

/**
 * Who has the say over a field. `managed`: Git, at any time. `seeded`: Git when the object is made, and a person
 * from then on. `observed`: others; it is shown, and never written.
 */
export const owners = ['managed', 'seeded', 'observed'] as const;
export type Owner = (typeof owners)[number];

/** What a manifest or cyclectl.yaml says of who owns the fields that a pattern covers. */
export type OwnerRule = {
  /** Names of a path; `*` is any one. */
  readonly pattern: readonly string[];
  readonly owner: Owner;
  readonly at: SourceSpan;
  /** It is observed for a time, because somebody has said to leave what differs. */
  readonly ignored?: Ignored;
};

/** An object whose fields are owned. */
type OwnedObject = { readonly kind: ObjectKind; readonly address: Address };

/** The names of a pattern as it is written. */
export function parsePattern(text: string): string[] {
  return parsePath(text as FieldPath);
}

/** Rules of one file with the more exact first: more names, then more segments, then names further in front. */
export function orderRules(rules: readonly OwnerRule[]): readonly OwnerRule[] {
  return rules.toSorted(
    (left, right) =>
      countNames(right) - countNames(left) ||
      right.pattern.length - left.pattern.length ||
      compareWildcards(left.pattern, right.pattern),
  );
}

function countNames({ pattern }: OwnerRule): number {
  return pattern.filter((name) => name !== '*').length;
}

function compareWildcards(left: readonly string[], right: readonly string[]): number {
  const index = left.findIndex((name, at) => (name === '*') !== (right[at] === '*'));
  if (index === -1) return left.join('/') < right.join('/') ? -1 : 1;
  return left[index] === '*' ? 1 : -1;
}

/** The rule that says who owns a field: the first of those that cover it. Null where none does. */
export function findRule(
  rules: readonly OwnerRule[],
  object: OwnedObject,
  path: FieldPath,
): OwnerRule | null {
  if (rules.length === 0) return null;
  const [, ...within] = parsePath(object.address);
  const names = parsePath(path);
  return rules.find((rule) => isOf(rule, within, names)) ?? null;
}

/** Who owns a field by the first of the rules that covers it, as far as the field can be owned so. */
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

/** Whether a rule holds for an object that is to be made too. What differed of one that is gone went with it. */
export function isLasting({ ignored }: OwnerRule): boolean {
  return ignored === undefined;
}

// What is ignored is one field, by its address.
function isOf(
  { pattern, ignored }: OwnerRule,
  within: readonly string[],
  names: readonly string[],
): boolean {
  return ignored === undefined
    ? isCovered(pattern, within, names)
    : covers(pattern, [...within, ...names]);
}

// What is there has a name and an origin already. Which cycle is made from what is judged before its fields are.
function fitIgnored({ path }: FieldRow): Owner {
  return path.startsWith('from/') ? 'managed' : 'observed';
}

/** Whether the making of an object has a seeded field still to write: it is not there, or its making is not over. */
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

// What a pattern covers beside what it is written for is owned as far as that goes: nothing is made without a name.
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

// What begins with one of the maps of an account is a path of the account; slots of cycles are `cycles/*/connectors`.
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

/** The rows of the field table that a pattern can cover something of. */
export function listCovered(pattern: readonly string[]): readonly FieldRow[] {
  return fieldTable.filter(({ kind, path }) => {
    const ways = [[...sections[kind], ...path.split('/')]];
    if (isOfAnyObject(pattern)) ways.push(path.split('/'));
    return ways.some((names) => covers(expandWildcards(pattern, names), names));
  });
}

// The names of a pattern that stand where a row of the table takes any.
function expandWildcards(pattern: readonly string[], names: readonly string[]): readonly string[] {
  return pattern.map((name, index) => (names[index] === '*' ? '*' : name));
}

/** Every path that a pattern can be, as the field table has them. */
export function listPatterns(): readonly string[] {
  return fieldTable.flatMap(({ kind, path }) => {
    const whole = [...sections[kind], path].join('/');
    return kind === 'account' ? [whole] : [whole, path];
  });
}

/** Why a field cannot be owned so where a pattern is about it alone; null where it can. */
export function findOwnershipConflict(row: FieldRow, owner: Owner): string | null {
  if (owner === 'managed') return null;
  if (isOrigin(row)) return 'an object is made from it and cannot be made from nothing';
  if (owner === 'seeded') return null;
  if (row.path === 'displayName') return 'nothing is made without a name';
  if (row.path === 'auth') return 'a secret cannot be shown';
  return row.readable === 'no' ? 'the service never shows it' : null;
}
