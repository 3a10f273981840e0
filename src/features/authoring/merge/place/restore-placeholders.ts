import { isSameJson } from '../../../../kit/json/canonical-json.ts';
import { readPointer, toEntryPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import type { YamlData } from '../../../../kit/yaml/yaml-value.ts';
import { toEscapedText, toEscapedValue } from '../../../../model/manifest/interpolation.ts';
import type { FoundAccount } from '../found-account.ts';

type Texts = Pick<FoundAccount, 'document' | 'raw'>;

/** What a file says for a value, or the pointer of a value with placeholders that would be lost. */
export type RestoredValue = { readonly value: YamlData } | { readonly lost: string };

/**
 * A value in the words of the file: what placeholders come to already stays as it is written, all other text is
 * escaped. Undefined stands for nothing: whether what is there can go.
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

// An item is known by what it means, wherever it stands.
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

/** Pointers of values that placeholders have a part in, at a place and beneath it. */
function listFilled(texts: Texts, pointer: string, value: unknown): string[] {
  if (texts.document.isInterpolated(pointer)) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    listFilled(texts, toEntryPointer(pointer, name), item),
  );
}

/** What the file has at a path of its meaning. */
export function readWritten({ raw }: Pick<Texts, 'raw'>, path: readonly string[]): YamlData {
  return readPointer(raw.written, toPointer(path.map(toEscapedText))) as YamlData;
}

function isEntries(value: unknown): value is { readonly [key: string]: YamlData } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
