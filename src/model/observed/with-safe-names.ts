import { type FieldPath, parsePath, toFieldPath } from '../address.ts';
import { isMappingSource } from '../desired/mapping.ts';
import { type AnyDiff, isCycleDiff } from '../diff/field-diff.ts';
import type { PlainValue, StoredValue } from '../fields/field-value.ts';
import { withRenamedSteps } from '../live/steps/step-sources.ts';
import { isLasting } from '../secret/secret.ts';
import type { ObjectRecord } from '../state/account-state.ts';
import type { BaselineValue } from './baseline.ts';
import type { BaselineContext } from './compare-members.ts';
import { type Contents, contentLists, findList } from './contents.ts';
import { formatSafeName, isSafeName } from './safe-name.ts';

/**
 * An object whose steps and variables are called otherwise, in all its parts, where their names contain
 * a secret or are hidden in its baseline: paths and lists of names are stored and shown.
 */
export function withSafeNames<T extends AnyDiff>(object: T, context: BaselineContext): T {
  if (!isCycleDiff(object)) return object;
  const { contents, record } = object;
  const all = listNames(contents, record);
  const before = new Set(all.filter(isSafeName));
  const isHidden = (name: string) =>
    context.hidden.has(name) || (before.size > 0 && before.has(toSafeName(name, null, context)));
  // A name that is within another one is replaced after it.
  const names = all.filter(isHidden).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return object;
  const safe = new Map(names.map((name, index) => [name, toSafeName(name, index, context)]));
  const renaming = { names, rename: (name: string) => safe.get(name) ?? name };
  return {
    ...object,
    fields: object.fields.map((field) => ({ ...field, path: renamePath(field.path, renaming) })),
    ...(contents === undefined ? {} : { contents: renameIn(contents, renaming) }),
    ...(record === null ? {} : { record: renameRecord(record, renaming) }),
  };
}

function listNames(contents: Contents | undefined, record: ObjectRecord | null): readonly string[] {
  const lists = [contentLists.steps, contentLists.variables].flatMap((list) => {
    const before = record?.baseline?.[list];
    return [contents?.members.get(list), before?.kind === 'plain' ? before.value : null];
  });
  return [...new Set(lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : [])))];
}

// Another name has another fingerprint, so that a change of it shows. A number where it does not last.
function toSafeName(name: string, index: number | null, { print }: BaselineContext): string {
  const fingerprint = print(name);
  if (isLasting(fingerprint)) return formatSafeName(fingerprint.slice(-8));
  return index === null ? name : formatSafeName(String(index + 1));
}

type Renaming = {
  readonly names: readonly string[];
  readonly rename: (name: string) => string;
};

function renameIn(contents: Contents, renaming: Renaming): Contents {
  const toPath = (path: FieldPath) => renamePath(path, renaming);
  const { members, sensitive, managed } = contents;
  return {
    ...contents,
    members: new Map(
      [...members].map(([path, value]) => [toPath(path), renameValue(path, value, renaming)]),
    ),
    sensitive: new Set([...sensitive].map(toPath)),
    managed: new Map([...managed].map(([path, field]) => [toPath(path), toPath(field)])),
  };
}

// The baseline too: a name may be a secret since.
function renameRecord(record: ObjectRecord, renaming: Renaming): ObjectRecord {
  const { applied, baseline } = record;
  return {
    ...record,
    applied: renameValues(applied, renaming),
    ...(baseline === undefined ? {} : { baseline: renameValues(baseline, renaming) }),
  };
}

function renameValues<V extends BaselineValue | StoredValue>(
  values: Readonly<Record<FieldPath, V>>,
  renaming: Renaming,
): Readonly<Record<FieldPath, V>> {
  const entries = Object.entries<V>(values) as [FieldPath, V][];
  const renamed = entries.map(([path, member]): [FieldPath, V] => [
    renamePath(path, renaming),
    member.kind === 'secret'
      ? member
      : { ...member, value: renameValue(path, member.value, renaming) },
  ]);
  return Object.fromEntries(renamed);
}

function renamePath(path: FieldPath, { rename }: Renaming): FieldPath {
  const [section = '', name, ...rest] = parsePath(path);
  if (findList(path) === null || name === undefined) return path;
  return toFieldPath(section, rename(name), ...rest);
}

function renameValue(path: FieldPath, value: PlainValue, { rename, names }: Renaming): PlainValue {
  if (path === contentLists.edges && Array.isArray(value)) {
    const within = (text: string) =>
      names.reduce((left, name) => left.replaceAll(name, rename(name)), text);
    return value.map((text) => within(String(text)));
  }
  if (path === findList(path) && Array.isArray(value)) {
    return value.map((name) => rename(String(name)));
  }
  if (!isMappingSource(value)) return value;
  if (value.kind === 'variable') return { ...value, variable: rename(value.variable) };
  return withRenamedSteps(value, rename);
}
