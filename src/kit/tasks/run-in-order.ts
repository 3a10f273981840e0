/**
 * Runs `work` over items, at most `width` at a time, and yields results in the order of items. At
 * most `width` results wait, so that memory is bounded.
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
      // A failure is thrown at its turn; until then Node must not end because of it.
      void Promise.allSettled([result]);
      waiting.push(result);
      if (waiting.length < width) continue;
      const first = waiting.shift();
      if (first !== undefined) yield await first;
    }
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield await next;
  } finally {
    // Waits for work without a reader, so that it ends before the generator.
    await Promise.allSettled(waiting);
  }
}

/** Uses an opened resource, and closes it on failure; throws the first error. */
export async function closeIfFailing<T>(
  opened: { close(): Promise<void> },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await Promise.allSettled([opened.close()]);
    throw error;
  }
}
