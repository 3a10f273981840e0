import { isSameJson } from '../../kit/json/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, readMember } from '../../kit/json/json.ts';
import type { ExportItem } from './export/parse-export.ts';
import { formatSymbol } from './export/parse-symbol.ts';
import { isLeftOut, namings, orderKeys, otherKeys, proseKeys } from './order-keys.ts';

type Copy = (value: Json) => Json;

/** Documents of a method's parameters or fields, ordered by name, each as short as possible. */
export function toItemDocuments(
  kind: 'field' | 'parameter',
  items: readonly ExportItem[],
  copy: Copy,
): JsonObject[] {
  return [...items]
    .sort((left, right) => (left.label < right.label ? -1 : 1))
    .map(({ label, raw }) =>
      toItemDocument({ symbol: formatSymbol(kind, label), label }, raw, copy),
    );
}

/** Document of a mapping's field: only what differs from the method's field. */
export function toFieldDocument(
  { label, raw }: ExportItem,
  field: Json | undefined,
  copy: Copy,
): JsonObject {
  const own = isJsonObject(field) ? field : {};
  const other = Object.entries(own).filter(
    ([name, value]) => !isSameJson(value, readMember(raw, name) ?? null),
  );
  const symbol = formatSymbol('field', label);
  return toItemDocument({ symbol, label }, Object.fromEntries(other), copy);
}

function toItemDocument(
  { symbol, label }: { readonly symbol: string; readonly label: string },
  raw: JsonObject,
  copy: Copy,
): JsonObject {
  const said = Object.keys(raw).filter((name) => {
    const value = raw[name] ?? null;
    const isName = namings.has(name) && value === label;
    return name !== 'Id' && !isLeftOut(name) && !isName && !isEmptyValue(value);
  });
  const members = orderKeys(said, { first: otherKeys }).map((name) => {
    const value = raw[name] ?? null;
    return [name, proseKeys.has(name) ? value : copy(value)] as const;
  });
  return { Id: symbol, ...Object.fromEntries(members) };
}

function isEmptyValue(value: Json): boolean {
  const isNothing = value === null || value === false || value === '';
  return isNothing || (Array.isArray(value) && value.length === 0);
}
