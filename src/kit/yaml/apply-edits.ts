import {
  isYamlList,
  isYamlMap,
  toYamlValue,
  type YamlData,
  type YamlMap,
  type YamlValue,
} from './yaml-value.ts';

/**
 * An edit of a document. `set` writes a value and creates missing maps; `order` gives the position of
 * a new key in its map, by default the end. `remove` removes a key or item.
 */
export type YamlEdit =
  | {
      readonly kind: 'set';
      readonly path: readonly string[];
      readonly value: YamlData;
      readonly order?: readonly string[];
    }
  | { readonly kind: 'remove'; readonly path: readonly string[] };

/** The value of a document after its edits; untouched parts are the same objects. */
export function applyEdits(value: YamlValue, edits: readonly YamlEdit[]): YamlValue {
  return edits.reduce((before, edit) => applyAt(before, edit, 0), value);
}

function applyAt(value: YamlValue, edit: YamlEdit, depth: number): YamlValue {
  const name = edit.path[depth];
  if (name === undefined) return edit.kind === 'set' ? toYamlValue(edit.value) : value;
  if (isYamlList(value)) return applyToList(value, edit, depth);
  const isLast = depth === edit.path.length - 1;
  if (!isYamlMap(value)) {
    return edit.kind === 'set' ? applyAt(new Map(), edit, depth) : value;
  }
  if (edit.kind === 'remove') {
    if (isLast) return new Map([...value].filter(([key]) => key !== name));
    if (!value.has(name)) return value;
  }
  const before = value.get(name) ?? new Map<string, YamlValue>();
  const order = isLast && edit.kind === 'set' ? (edit.order ?? []) : [];
  return insertKey(value, { name, value: applyAt(before, edit, depth + 1), order });
}

function applyToList(
  list: readonly YamlValue[],
  edit: YamlEdit,
  depth: number,
): readonly YamlValue[] {
  const index = Number(edit.path[depth]);
  const item = list[index];
  if (item === undefined) return list;
  const isRemoved = edit.kind === 'remove' && depth === edit.path.length - 1;
  return isRemoved ? list.toSpliced(index, 1) : list.with(index, applyAt(item, edit, depth + 1));
}

function insertKey(
  map: YamlMap,
  {
    name,
    value,
    order,
  }: { readonly name: string; readonly value: YamlValue; readonly order: readonly string[] },
): YamlMap {
  if (map.has(name)) return new Map([...map, [name, value]]);
  const entries = [...map];
  const rank = order.indexOf(name);
  const isBefore = ([key]: readonly [string, YamlValue]) =>
    rank !== -1 && order.includes(key) && order.indexOf(key) < rank;
  const isAfter = ([key]: readonly [string, YamlValue]) => rank !== -1 && order.indexOf(key) > rank;
  const last = entries.findLastIndex(isBefore);
  const next = entries.findIndex(isAfter);
  const index = last !== -1 ? last + 1 : next !== -1 ? next : entries.length;
  return new Map(entries.toSpliced(index, 0, [name, value]));
}
