import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';

/** A place for what was found, until it is passed on. */
export type Looks<L> = {
  write(looks: AsyncIterable<L>): Promise<void>;
  read(): AsyncIterable<L>;
};

/** Chooses the accounts that are looked at once more. */
type Retry<L> = {
  readonly keyOf: (look: L) => string;
  /** Zero for an account that was read whole; the higher, the less of it was read. */
  readonly countMissing: (look: L) => number;
  /** Opens the second look, for so many accounts. */
  readonly open: (accounts: number) => Promise<(entry: AccountEntry) => Promise<L>>;
};

/**
 * Looks once more at the accounts that were not read whole, after the last one, and passes all on in
 * order. A second look that shows no more than the first is dropped.
 */
export async function* readAgain<L>(
  { entries, width }: { readonly entries: readonly AccountEntry[]; readonly width: number },
  { keyOf, countMissing, open }: Retry<L>,
  { found, looks }: { readonly found: AsyncIterable<L>; readonly looks: Looks<L> },
): AsyncGenerator<L, void, undefined> {
  const due = new Set<string>();
  await looks.write(
    (async function* record() {
      for await (const each of found) {
        if (countMissing(each) > 0) due.add(keyOf(each));
        yield each;
      }
    })(),
  );
  if (due.size === 0) {
    yield* looks.read();
    return;
  }
  const look = await open(due.size);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  yield* runInOrder(looks.read(), width, async (before) => {
    const key = keyOf(before);
    const entry = due.has(key) ? byKey.get(key) : undefined;
    if (entry === undefined) return before;
    const after = await look(entry);
    return countMissing(after) < countMissing(before) ? after : before;
  });
}
