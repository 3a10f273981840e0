import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/kit/json/json.ts';
import { parseJsonc, updateJsonc } from '../../../src/kit/json/jsonc.ts';

describe('JSON with comments', () => {
  it.each([
    ['// a\n{"a": 1, /* b */ "b": [1,],}', { a: 1, b: [1] }],
    ['{}', {}],
    ['{"a": }', undefined],
    ['', undefined],
    ['{} {}', undefined],
  ])('%j is read, or is none', (text, value) => {
    expect(parseJsonc(text)).toEqual(value);
  });

  it('is none if it is nested without an end', () => {
    expect(parseJsonc('['.repeat(1_000_000))).toBeUndefined();
    expect(parseJsonc(`${'['.repeat(101)}${']'.repeat(101)}`)).toBeUndefined();
    expect(parseJsonc(`${'['.repeat(99)}${']'.repeat(99)}`)).toBeDefined();
  });

  it('gets a member with the indentation and the line ends that are there', () => {
    expect(updateJsonc('{\r\n\t// ours\r\n\t"a": 1\r\n}\r\n', ['b', 'c'], ['d'])).toBe(
      '{\r\n\t// ours\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [\r\n\t\t\t"d"\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
    expect(updateJsonc('{"a": [1]} // end', ['a', -1], 2)).toMatch(
      /^\{\s*"a": \[\s*1,\s*2\s*\]\s*\} \/\/ end$/,
    );
  });

  it('has after a change the value that JSON has', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2, '\t'),
        fc.jsonValue(),
        (object, indent, added) => {
          const text = JSON.stringify(object, null, indent);
          const made = updateJsonc(`// ours\n${text}`, ['new'], added as Json);
          expect(made.startsWith('// ours\n')).toBe(true);
          const expected = JSON.parse(JSON.stringify({ ...object, new: added }));
          expect(JSON.parse(made.slice('// ours\n'.length))).toEqual(expected);
        },
      ),
    );
  });
});
