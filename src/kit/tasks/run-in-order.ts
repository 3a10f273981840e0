/**
 * Runs `work` over items, at most `width` at a time, and yields the results in the order of the items.
 * No more than `width` results wait to be taken, so memory stays bounded whatever the number of items.
 */
export async function* runInOrder<I, O>(
  items: Iterable<I> | AsyncIterable<I>,
  width: number,
  work: (item: I) => Promise<O>,
): AsyncGenerator<O, void, undefined> {
  const waiting: Promise<O>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // One that fails before its turn is told at its turn; until then Node shall not end for it.
      void Promise.allSettled([result]);
      waiting.push(result);
      if (waiting.length < width) continue;
      const first = waiting.shift();
      if (first !== undefined) yield await first;
    }
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield await next;
  } finally {
    // Work whose result nobody takes any more still ends before we do.
    await Promise.allSettled(waiting);
  }
}
