import { openTextFile } from './open-text-file.ts';

/** Plain values in a private file instead of memory. */
export type Spill<T> = {
  /** Takes them as they come. */
  readonly write: (items: AsyncIterable<T>) => Promise<void>;
  /** Reads the values one at a time, any number of times. */
  readonly read: () => AsyncIterable<T>;
  readonly remove: () => Promise<void>;
};

/** Opens one in a folder of its own that is removed afterwards. */
export async function openSpill<T>(): Promise<Spill<T>> {
  const { file, remove } = await openTextFile(null);
  return {
    write: (items) => file.write(formatLines(items)),
    read: () => readLines<T>(file.lines()),
    remove,
  };
}

async function* formatLines(
  items: AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}

async function* readLines<T>(lines: AsyncIterable<string>): AsyncGenerator<T, void, undefined> {
  for await (const line of lines) yield JSON.parse(line) as T;
}
