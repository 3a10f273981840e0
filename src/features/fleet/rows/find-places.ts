import { listOrigins, type Origins } from '../../../engine/validate/layers/list-origins.ts';
import { listSettings } from '../../../engine/validate/layers/merge-layers.ts';
import type { Scope } from '../../../engine/validate/placeholders/scope.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isMap, toMembers } from '../../../kit/json/json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { Table } from '../../../model/manifest/table.ts';
import { isPlain, toCell, toInputType } from '../plain-values.ts';
import type { CellEdit } from './update-cells.ts';

/** A setting that an account has otherwise than its layers say. */
export type ChangedSetting = { readonly path: readonly string[]; readonly value: unknown };

/** Lists the settings that a manifest has otherwise than an earlier one; null if it lacks one. */
export function listChangedSettings(
  before: unknown,
  after: unknown,
): readonly ChangedSetting[] | null {
  const toMap = (written: unknown) =>
    new Map(
      listSettings(toMembers(readPointer(written, '/spec'))).map(({ path, value }) => [
        toPointer(path),
        { path, value },
      ]),
    );
  const [was, is] = [toMap(before), toMap(after)];
  const isGone = [...was.keys()].some((key) => {
    const inner = [...is.keys()].some((other) => other.startsWith(`${key}/`));
    return !is.has(key) && !inner;
  });
  if (isGone) return null;
  return [...is].flatMap(([key, setting]) => {
    const old = was.get(key);
    return old !== undefined && isSameJson(old.value, setting.value) ? [] : [setting];
  });
}

/** Places of changed settings: cells of the row of an account, and its override. */
export type PlacedSettings = {
  readonly cells: readonly CellEdit[];
  readonly settings: readonly ChangedSetting[];
};

/**
 * Places changes of one account: in the cell that gives the value, else in the override of the account.
 * So no other account changes.
 */
export function findPlaces(
  changes: readonly ChangedSetting[],
  {
    raw,
    table,
    scope,
  }: { readonly raw: RawDocument; readonly table: Table | null; readonly scope: Scope },
): PlacedSettings {
  const cells: CellEdit[] = [];
  const settings: ChangedSetting[] = [];
  for (const change of changes) {
    const cell = findCell(change, { raw, table, scope });
    if (cell === null) settings.push(change);
    else cells.push(cell);
  }
  return { cells, settings };
}

/** Finds the cell of a value that is an input of the row, if a cell can have the new value. */
function findCell(
  change: ChangedSetting,
  { raw, table, scope }: Parameters<typeof findPlaces>[1],
): CellEdit | null {
  const { values, uses, value } = findReplaced(change, raw, scope);
  const [use] = uses;
  const input = /^inputs\.(.+)$/.exec(use?.name ?? '')?.[1];
  if (input === undefined || values.at(-1)?.value !== `\${inputs.${input}}`) return null;
  const isOverridden = use?.values.at(-1)?.layer === 'override';
  if (isOverridden || table?.isText !== true || !table.columns.has(input)) return null;
  const type = raw.layering?.blueprint.inputs.get(input)?.type;
  const row = table.rows[raw.documentIndex];
  if (!isPlain(value) || row === undefined) return null;
  const isOfType = type === toInputType(value) || (type === 'enum' && typeof value === 'string');
  const text = isOfType ? toCell(value) : null;
  return text === null ? null : { at: row.spanOf(input), text };
}

/** The layers of a value that a change replaces. */
export type Replaced = ChangedSetting & Origins;

/** Finds the layers of a changed setting, or of the one value inside it that differs from theirs. */
export function findReplaced(change: ChangedSetting, raw: RawDocument, scope: Scope): Replaced {
  const origins = listOrigins(raw, scope, toPointer(['spec', ...change.path]));
  const inner = findInner(change, origins.values.at(-1)?.value);
  return inner === null ? { ...change, ...origins } : findReplaced(inner, raw, scope);
}

function findInner({ path, value }: ChangedSetting, written: unknown): ChangedSetting | null {
  if (!isMap(value) || !isMap(written)) return null;
  const names = [...new Set([...Object.keys(value), ...Object.keys(written)])];
  const [name, another] = names.filter((each) => !isSameJson(value[each], written[each]));
  if (name === undefined || another !== undefined || !Object.hasOwn(value, name)) return null;
  if (!Object.hasOwn(written, name)) return null;
  return { path: [...path, name], value: value[name] };
}
