import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxDepth } from '../../../../src/emulator/http/body/parse-json.ts';
import { parseLenientJson } from '../../../../src/emulator/http/body/parse-lenient-json.ts';
import { startCpuClock } from '../../../kit/cpu-clock.ts';

/** JSON as a lenient reader takes it: which liberties are taken is drawn. */
function writeLeniently(value: unknown, draw: () => number): string {
  const pick = <T>(items: readonly T[]): T => items[draw() % items.length] as T;
  const blank = (): string => pick(['', '', ' ', '\n', '/* a, "b */', '// }\n']);
  const text = (inner: string): string => {
    const quote = pick(["'", '"']);
    const escaped = JSON.stringify(inner).slice(1, -1).replaceAll('\\"', '"');
    return `${quote}${escaped.replaceAll(quote, `\\${quote}`)}${quote}`;
  };
  const write = (each: unknown): string => {
    if (typeof each === 'string') return text(each);
    if (typeof each !== 'object' || each === null) return JSON.stringify(each);
    const [open, close] = Array.isArray(each) ? '[]' : '{}';
    const items = Array.isArray(each)
      ? each.map(write)
      : Object.entries(each).map(([name, member]) => {
          const isBare = /^[\w$]+$/.test(name) && pick([true, false]);
          return `${isBare ? name : text(name)}${blank()}:${write(member)}`;
        });
    const end = items.length > 0 ? pick(['', ',']) : '';
    return `${blank()}${open}${blank()}${items.join(`${blank()},${blank()}`)}${end}${blank()}${close}${blank()}`;
  };
  return write(value);
}

const json = fc.jsonValue({ maxDepth: 4, depthSize: 'medium' });

test('reads what any liberty was taken with as the JSON that is meant', () => {
  fc.assert(
    fc.property(json, fc.infiniteStream(fc.nat(100)), (value, numbers) => {
      const text = writeLeniently(value, () => numbers.next().value ?? 0);
      expect(parseLenientJson(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { endOnFailure: true },
  );
});

test.each([
  [`{'Name': 'x'}`, { Name: 'x' }],
  [`{Name: "x", 5: '5', _a$: null, naïve: true}`, { 5: '5', Name: 'x', _a$: null, naïve: true }],
  [`{a: 'it\\'s "so"', b: "it's"}`, { a: `it's "so"`, b: "it's" }],
  [`{a: 'two\nlines\\n\\u00e9'}`, { a: 'two\nlines\né' }],
  [`{a: 1, 'a': 2}`, { a: 2 }],
  ['[1, 2,]', [1, 2]],
  ['// first\n{/* none */}', {}],
  [' -1.5e3 ', -1500],
])('a lenient reader reads %s', (text, value) => {
  expect(parseLenientJson(text)).toEqual(value);
});

test.each([
  ...['', '{', '[', '{a}', '{a:}', '{a:1 b:2}', '{,}', '[,]', '[1,,2]', "{'a: 1}", '{a: b}', '01'],
  ...['{} {}', '/* {}', 'undefined', 'True', `'\\x41'`, "'\\u12'", '{a:1}]', '#', '{a-b: 1}'],
])('%s is no JSON', (text) => {
  expect(parseLenientJson(text)).toBeUndefined();
});

describe('what is sent to do harm', () => {
  test('is no deeper than JSON may be', () => {
    const nest = (depth: number) => `${'['.repeat(depth)}'x'${']'.repeat(depth)}`;
    expect(parseLenientJson(nest(maxDepth))).toBeDefined();
    expect(parseLenientJson(nest(maxDepth + 1))).toBeUndefined();
    expect(parseLenientJson(nest(100_000))).toBeUndefined();
    expect(parseLenientJson('{a:'.repeat(100_000))).toBeUndefined();
  });

  test('names no prototype', () => {
    const read = parseLenientJson(`{__proto__: {polluted: 1}, 'constructor': {prototype: 2}}`);
    expect(Object.keys(read as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('is read in the time of its length', () => {
    const bodies = [
      `{a: '${'\\\\'.repeat(50_000)}'}`,
      `{a: '${'x'.repeat(200_000)}`,
      `{a: 1${' '.repeat(200_000)}`,
      `[${'/**/'.repeat(30_000)}`,
      `[${"'a',".repeat(30_000)}]`,
      `{${'a'.repeat(200_000)}`,
      `[${'9'.repeat(200_000)},'x']`,
    ];
    const tookMs = startCpuClock();
    for (const body of bodies) parseLenientJson(body);
    expect(tookMs()).toBeLessThan(2000);
  });

  test('makes no more of a great number than strict JSON does', () => {
    const digits = '123456789012345678901234567890';
    expect(parseLenientJson(`{a: ${digits}, b: -${digits}e999}`)).toEqual({
      a: Number(digits),
      b: Number.NEGATIVE_INFINITY,
    });
  });
});
