// A reader of the part of PromQL that deploy/ uses. It refuses what it does not know: promtool is not here.

/** A metric that an expression reads. */
export type Selector = {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
  readonly hasRange: boolean;
};

type Matcher = { readonly label: string; readonly is: string; readonly value: string };

const patterns = [
  /^\s+/,
  /^(?:\$__rate_interval|\d+[smhd])/,
  /^\d+(?:\.\d+)?/,
  /^[a-z_]\w*/i,
  /^"[^"\\]*"/,
  /^(?:==|!=|>=|<=|=~|!~|[-+*/(){}[\],<>=])/,
];

/** Functions by what they take: a range of samples, samples, or nothing. */
const functions: Readonly<Record<string, 'range' | 'instant' | 'none' | 'quantile'>> = {
  rate: 'range',
  increase: 'range',
  absent: 'instant',
  time: 'none',
  histogram_quantile: 'quantile',
};
const aggregates = ['sum', 'max', 'min', 'count'];
const levels = [
  ['or'],
  ['and', 'unless'],
  ['==', '!=', '>', '<', '>=', '<='],
  ['+', '-'],
  ['*', '/'],
];

/** Reads an expression, and returns what it selects. Throws where it is none. */
export function parsePromql(text: string): readonly Selector[] {
  return new Reader(text).read();
}

function listTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [found] = patterns.flatMap((pattern) => pattern.exec(rest) ?? []);
    if (found === undefined) throw new Error(`no token: ${rest}`);
    if (found.trim() !== '') tokens.push(found);
    rest = rest.slice(found.length);
  }
  return tokens;
}

class Reader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  readonly #found: Selector[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = listTokens(text);
  }

  read(): readonly Selector[] {
    this.#readLevel(0);
    if (this.#peek() !== '') this.#fail('an operator');
    return this.#found;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #fail(wanted: string): never {
    throw new Error(`${this.#text}: ${this.#peek() || 'the end'} in place of ${wanted}`);
  }

  #take(wanted: RegExp): string {
    const token = this.#peek();
    if (!wanted.test(token)) this.#fail(String(wanted));
    this.#at += 1;
    return token;
  }

  #listIn<T>([open, close]: readonly [RegExp, RegExp], read: () => T): readonly T[] {
    this.#take(open);
    const items: T[] = [];
    while (!close.test(this.#peek())) {
      if (items.length > 0) this.#take(/^,$/);
      items.push(read());
    }
    this.#take(close);
    return items;
  }

  #readLevel(level: number): void {
    const operators = levels[level];
    if (operators === undefined) {
      this.#readOne();
      return;
    }
    this.#readLevel(level + 1);
    while (operators.includes(this.#peek())) {
      this.#at += 1;
      this.#readLevel(level + 1);
    }
  }

  #readOne(): void {
    if (this.#peek() === '(') this.#readInner();
    else if (/^\d+(?:\.\d+)?$/.test(this.#peek())) this.#at += 1;
    else {
      const name = this.#readName();
      if (aggregates.includes(name)) this.#readAggregate();
      else if (this.#peek() === '(') this.#readCall(functions[name] ?? this.#fail('a function'));
      else this.#readSelector(name, false);
    }
  }

  #readInner(): void {
    this.#take(/^\($/);
    this.#readLevel(0);
    this.#take(/^\)$/);
  }

  #readName(): string {
    return this.#take(/^[a-z_]\w*$/i);
  }

  #readAggregate(): void {
    if (this.#peek() === 'by') {
      this.#at += 1;
      this.#listIn([/^\($/, /^\)$/], () => this.#readName());
    }
    this.#readInner();
  }

  #readCall(kind: (typeof functions)[string]): void {
    if (kind === 'instant') {
      this.#readInner();
      return;
    }
    this.#take(/^\($/);
    if (kind === 'range') this.#readSelector(this.#readName(), true);
    if (kind === 'quantile') {
      this.#take(/^0\.\d+$/);
      this.#take(/^,$/);
      this.#readLevel(0);
    }
    this.#take(/^\)$/);
  }

  #readSelector(metric: string, wantsRange: boolean): void {
    const matchers =
      this.#peek() === '{' ? this.#listIn([/^\{$/, /^\}$/], () => this.#readMatcher()) : [];
    if (wantsRange) {
      this.#take(/^\[$/);
      this.#take(/^(?:\d+[smhd]|\$__rate_interval)$/);
      this.#take(/^\]$/);
    }
    this.#found.push({ metric, matchers, hasRange: wantsRange });
  }

  #readMatcher(): Matcher {
    const label = this.#readName();
    const is = this.#take(/^(?:=|!=|=~|!~)$/);
    return { label, is, value: this.#take(/^"/).slice(1, -1) };
  }
}
