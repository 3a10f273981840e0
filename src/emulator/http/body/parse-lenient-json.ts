import { maxDepth, parseJson } from './parse-json.ts';

// The service uses a lenient .NET reader (SERVICE C [T]). JSON5 differs: here `{5: 'x'}` is an
// object, as ids of method fields need it.

/**
 * Parses JSON with single quotes, multi-line text, unquoted names, comments and trailing commas.
 * The last of equal names counts. Undefined if invalid or nested too deeply.
 */
export function parseLenientJson(text: string): unknown {
  const strict = parseJson(text);
  if (strict !== undefined) {
    return strict;
  }
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
};

/** Reads a text in one pass; throws SyntaxError if invalid. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#readValue(0);
    this.#skipBlanks();
    return this.#at === this.#text.length ? value : this.#fail();
  }

  #readValue(depth: number): unknown {
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{' || first === '[') {
      // Refuse one more level, as parseJson does.
      return depth === maxDepth ? this.#fail() : this.#readNested(first, depth + 1);
    }
    if (first === '"' || first === "'") {
      return this.#readText(first);
    }
    const number = this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (number !== undefined) {
      return Number(number);
    }
    const word = this.#take(/[a-z]+/y) ?? '';
    return Object.hasOwn(literals, word) ? literals[word] : this.#fail();
  }

  #readNested(open: '{' | '[', depth: number): unknown {
    this.#at += 1;
    const close = open === '{' ? '}' : ']';
    const entries: [string, unknown][] = [];
    while (!this.#takeSign(close)) {
      const name = open === '{' ? this.#readName() : '';
      entries.push([name, this.#readValue(depth)]);
      if (!this.#takeSign(',') && !this.#isNext(close)) {
        this.#fail();
      }
    }
    // `fromEntries` also creates an own member for '__proto__'.
    return open === '{' ? Object.fromEntries(entries) : entries.map(([, value]) => value);
  }

  #readName(): string {
    this.#skipBlanks();
    const first = this.#text[this.#at];
    const name =
      first === '"' || first === "'" ? this.#readText(first) : this.#take(/[\p{L}\p{N}_$]+/uy);
    return name === undefined || !this.#takeSign(':') ? this.#fail() : name;
  }

  #readText(quote: '"' | "'"): string {
    const parts: string[] = [];
    this.#at += 1;
    const special = new RegExp(`[${quote}\\\\]`, 'g');
    for (;;) {
      special.lastIndex = this.#at;
      const end = special.exec(this.#text)?.index ?? this.#fail();
      parts.push(this.#text.slice(this.#at, end));
      this.#at = end + 1;
      if (this.#text[end] === quote) {
        return parts.join('');
      }
      parts.push(this.#readEscape());
    }
  }

  #readEscape(): string {
    const code = this.#take(/u[0-9a-fA-F]{4}/y);
    if (code !== undefined) {
      return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    }
    const sign = this.#text[this.#at] ?? '';
    this.#at += 1;
    return Object.hasOwn(escapes, sign) ? (escapes[sign] ?? '') : this.#fail();
  }

  #takeSign(sign: string): boolean {
    const isThere = this.#isNext(sign);
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #isNext(sign: string): boolean {
    this.#skipBlanks();
    return this.#text[this.#at] === sign;
  }

  /** Blanks and comments. */
  #skipBlanks(): void {
    do {
      this.#take(/\s+/y);
    } while (this.#skipComment('//', '\n') || this.#skipComment('/*', '*/'));
  }

  #skipComment(begin: string, end: string): boolean {
    if (!this.#text.startsWith(begin, this.#at)) {
      return false;
    }
    const at = this.#text.indexOf(end, this.#at + begin.length);
    if (at < 0 && end === '*/') {
      this.#fail();
    }
    this.#at = at < 0 ? this.#text.length : at + end.length;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(): never {
    throw new SyntaxError(`The text is not JSON at ${this.#at}.`);
  }
}
