/** A heap: its first item by an order is always at hand. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #compare: (left: T, right: T) => number;

  /** `compare` is below 0 where its first argument comes first, as with `sort`. */
  constructor(compare: (left: T, right: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The first item, without removing it; undefined: empty. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let place = items.length;
    items.push(item);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = items[above] as T;
      if (this.#compare(parent, item) <= 0) {
        break;
      }
      items[place] = parent;
      place = above;
    }
    items[place] = item;
  }

  /** Takes the first item away. */
  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) {
      this.#sink(last);
    }
    return first;
  }

  #sink(item: T): void {
    const items = this.#items;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= items.length) {
        break;
      }
      const right = left + 1;
      const isRight =
        right < items.length && this.#compare(items[right] as T, items[left] as T) < 0;
      const below = isRight ? right : left;
      if (this.#compare(item, items[below] as T) <= 0) {
        break;
      }
      items[place] = items[below] as T;
      place = below;
    }
    items[place] = item;
  }
}
