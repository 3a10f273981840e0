/** Texts of several accounts in one place of a block, reduced to the words that all of them have. */
export class SharedText {
  readonly #first: string;
  #start: string;
  #end: string;
  #parts: readonly string[] | null = null;
  #isSame = true;

  constructor(first: string) {
    this.#first = first;
    this.#start = first;
    this.#end = first;
  }

  add(text: string): void {
    if (text === this.#first) return;
    this.#isSame = false;
    this.#start = this.#start.slice(0, countEqual(this.#start, text));
    const end = countEqual(toReversed(this.#end), toReversed(text));
    this.#end = end === 0 ? '' : this.#end.slice(-end);
    const parts = new Set(splitList(text));
    this.#parts = (this.#parts ?? splitList(this.#first)).filter((part) => parts.has(part));
  }

  /** True if all are equal; else their common start and end around `…`, and nothing without them. */
  toShared(): string | true {
    if (this.#isSame) return true;
    const start = this.#start.slice(0, this.#start.lastIndexOf(' ') + 1);
    const space = this.#end.indexOf(' ');
    const end = space < 0 ? '' : this.#end.slice(space);
    // The end may repeat a part of the start.
    const isApart = start.length + end.length <= this.#first.length;
    const text = `${start}…${isApart ? end : ''}`;
    return text === '…' ? '' : text;
  }

  /** True if all are equal; else the parts between commas that all of them have. */
  toSharedList(): string | true {
    return this.#isSame ? true : (this.#parts ?? []).join(', ');
  }
}

/** Splits a list at its commas, except those in quoted texts. */
function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let quotes = 0;
  for (const piece of text.split(', ')) {
    const isInQuotes = quotes % 2 === 1;
    if (isInQuotes) parts.push(`${parts.pop() ?? ''}, ${piece}`);
    else parts.push(piece);
    quotes += piece.split('"').length - 1;
  }
  return parts;
}

function countEqual(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

function toReversed(text: string): string {
  return text.split('').reverse().join('');
}
