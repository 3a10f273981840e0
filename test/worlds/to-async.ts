/** The same items, as what comes one at a time. */
export async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
