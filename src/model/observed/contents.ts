import { type FieldPath, parsePath, toFieldPath } from '../address.ts';
import type { Normaliser } from '../fields/field-row.ts';
import type { PlainValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';
import type { ObjectRecord } from '../state/account-state.ts';

/**
 * The compared members inside a cycle that was read whole: its steps, edges, variables and mappings.
 * Members without a value are absent.
 */
export type Contents = {
  readonly members: ReadonlyMap<FieldPath, PlainValue>;
  /** Members that the service marks as secrets. */
  readonly sensitive: ReadonlySet<FieldPath>;
  /** The field of Git that manages a member, by its path. */
  readonly managed: ReadonlyMap<FieldPath, FieldPath>;
  /** Connectors of the account, by id: the key of one of ours, or its name in quotes. */
  readonly connectors: ReadonlyMap<RemoteId, string>;
};

/** Lists of names: with one of them, all below it that was not shown has no value. */
export const contentLists = {
  steps: toFieldPath('steps'),
  edges: toFieldPath('edges'),
  variables: toFieldPath('variables'),
} as const;

/** Returns whether the baseline of a cycle has what is inside it. */
export function hasContents(record: Pick<ObjectRecord, 'baseline'> | null): boolean {
  return Object.hasOwn(record?.baseline ?? {}, contentLists.steps);
}

/** Returns whether a member of a cycle is inside it, so that only a whole read shows it. */
export function isOfContents(path: FieldPath): boolean {
  return findList(path) !== null;
}

/** Returns whether a field is inside a cycle: one of its contents, or a slot of its connectors. */
export function isInsideCycle(path: FieldPath): boolean {
  return isOfContents(path) || parsePath(path)[0] === 'connectors';
}

/** Returns whether a member is the connector of a step, by its id. */
export function isStepConnector(path: FieldPath): boolean {
  const [section, , member, ...rest] = parsePath(path);
  return section === 'steps' && member === 'connector' && rest.length === 0;
}

/** The list that a member inside a cycle belongs to; null for any other member. */
export function findList(path: FieldPath): FieldPath | null {
  const [section = ''] = parsePath(path);
  return Object.hasOwn(contentLists, section)
    ? contentLists[section as keyof typeof contentLists]
    : null;
}

/** The normaliser of a member that no manifest can name; null for a field. */
export function findContentNormaliser(path: FieldPath): Normaliser | null {
  if (path === findList(path)) return 'set';
  const [section, , member, ...rest] = parsePath(path);
  const isOwn = section === 'steps' && rest.length === 0;
  return isOwn && member !== undefined && ownMembers.has(member) ? 'empty-is-null' : null;
}

const ownMembers: ReadonlySet<string> = new Set(['description', 'action', 'connector', 'method']);

/** The names that one of two lists has alone. */
export function listMovedNames(before: PlainValue, after: PlainValue): ReadonlySet<string> {
  const [was, is] = [toNames(before), toNames(after)];
  return new Set([
    ...was.filter((name) => !is.includes(name)),
    ...is.filter((name) => !was.includes(name)),
  ]);
}

/** The names of a list; none of any other value. */
export function toNames(value: PlainValue): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** An edge, as its list has it, with other names of the steps at its ends. */
export function withRenamedEnds(edge: string, names: ReadonlyMap<string, string>): string {
  const tail = [...names.keys()].find((name) => edge.startsWith(`${name} → `));
  const rest = tail === undefined ? edge : edge.slice(tail.length);
  const start = tail === undefined ? '' : (names.get(tail) ?? '');
  const head = [...names.keys()].find((name) => isHead(rest, name));
  if (head === undefined) return `${start}${rest}`;
  const end = rest.lastIndexOf(` → ${head}`) + ' → '.length;
  return `${start}${rest.slice(0, end)}${names.get(head) ?? ''}${rest.slice(end + head.length)}`;
}

function isHead(edge: string, name: string): boolean {
  const end = edge.lastIndexOf(` → ${name}`);
  const after = edge.slice(end + ' → '.length + name.length);
  return end >= 0 && (after === '' || after.startsWith(' ('));
}
