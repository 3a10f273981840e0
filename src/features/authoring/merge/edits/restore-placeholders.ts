import { isSameJson } from '../../../../kit/json/canonical-json.ts';
import { readPointer, toEntryPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import type { YamlData } from '../../../../kit/yaml/yaml-value.ts';
import { toEscapedText, toEscapedValue } from '../../../../model/manifest/interpolation.ts';
import type { FoundAccount } from '../found-account.ts';

type Texts = Pick<FoundAccount, 'document' | 'raw'>;

/** Value as the file writes it, or the pointer of a value whose placeholders would be lost. */
export type RestoredValue = { readonly value: YamlData } | { readonly lost: string };

/**
 * Restores placeholders that already resolve to a value and escapes all other text. Undefined means
 * removal.
 */
export function restorePlaceholders(
  texts: Texts,
  path: readonly string[],
  wish: YamlData | undefined,
): RestoredValue {
  const pointer = toPointer(path);
  const meant = readPointer(texts.document.written, pointer);
  const [lost] = listFilled(texts, pointer, meant);
  if (lost === undefined) return { value: toEscapedValue(wish ?? null) };
  if (isSameJson(wish, meant)) return { value: readWritten(texts, path) };
  if (Array.isArray(wish) && Array.isArray(meant))
    return restoreItems(texts, path, { wish, meant });
  return isEntries(wish) && isEntries(meant)
    ? restoreEntries(texts, path, { wish, meant })
    : { lost };
}

// Matches items by value, at any position.
function restoreItems(
  texts: Texts,
  path: readonly string[],
  { wish, meant }: { readonly wish: readonly YamlData[]; readonly meant: readonly unknown[] },
): RestoredValue {
  const left = new Set(meant.keys());
  const value = wish.map((item) => {
    const index = [...left].find((each) => isSameJson(meant[each], item));
    if (index === undefined) return toEscapedValue(item);
    left.delete(index);
    return readWritten(texts, [...path, String(index)]);
  });
  const [lost] = [...left].flatMap((index) =>
    listFilled(texts, toEntryPointer(toPointer(path), index), meant[index]),
  );
  return lost === undefined ? { value } : { lost };
}

type Entries = Readonly<Record<string, unknown>>;

function restoreEntries(
  texts: Texts,
  path: readonly string[],
  { wish, meant }: { readonly wish: { readonly [key: string]: YamlData }; readonly meant: Entries },
): RestoredValue {
  const names = new Set([...Object.keys(wish), ...Object.keys(meant)]);
  const value: Record<string, YamlData> = {};
  for (const name of names) {
    const kept = restorePlaceholders(texts, [...path, name], wish[name]);
    if ('lost' in kept) return kept;
    if (name in wish) value[toEscapedText(name)] = kept.value;
  }
  return { value };
}

/** Lists pointers of values with placeholders, at a place and below it. */
function listFilled(texts: Texts, pointer: string, value: unknown): string[] {
  if (texts.document.isInterpolated(pointer)) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    listFilled(texts, toEntryPointer(pointer, name), item),
  );
}

/** Reads the text of the file at a resolved path. */
export function readWritten({ raw }: Pick<Texts, 'raw'>, path: readonly string[]): YamlData {
  return readPointer(raw.written, toPointer(path.map(toEscapedText))) as YamlData;
}

function isEntries(value: unknown): value is { readonly [key: string]: YamlData } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
