import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type DocumentEdit, updateYaml } from '../../../src/kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../src/kit/yaml/yaml-value.ts';

const set = (path: string, value: YamlData, order: readonly string[] = []): DocumentEdit => ({
  kind: 'set',
  documentIndex: 0,
  path: path.split('/'),
  value,
  order,
});
const remove = (path: string): DocumentEdit => ({
  kind: 'remove',
  documentIndex: 0,
  path: path.split('/'),
});

function edit(text: string, ...edits: readonly DocumentEdit[]): string {
  const { text: edited, refused } = updateYaml(text, edits);
  expect(refused).toEqual([]);
  return edited;
}

describe('A scalar in the place of another', () => {
  const scalars: readonly (readonly [string, YamlData, string])[] = [
    ['a: one # why\n', 'two', 'a: two # why\n'],
    ['a:   "one"  # why\n', 'two', 'a:   "two"  # why\n'],
    ["a: 'it''s'\n", "that's", "a: 'that''s'\n"],
    ["a: 'one'\n", 'two\nlines', 'a: "two\\nlines"\n'],
    ['a: 15\n', 16, 'a: 16\n'],
    ['a: one\n', '15', 'a: "15"\n'],
    ['a: one\n', 'true', 'a: "true"\n'],
    ['a: one\n', '1d', 'a: 1d\n'],
    ['a: one\n', '2026-12-01T06:00:00Z', 'a: 2026-12-01T06:00:00Z\n'],
    ['a: one\n', 'on', 'a: "on"\n'],
    ['a: one\n', '12:30', 'a: "12:30"\n'],
    ['a: one\n', '', 'a: ""\n'],
    ['a: one\n', 'x: y', 'a: "x: y"\n'],
    ['a: one\n', '{{"A" "B"}}', `a: '{{"A" "B"}}'\n`],
    ['a: one\n', '\u001b[31m\u202e', 'a: "\\u001b[31m\\u202e"\n'],
    ['a: one\n', '\u{e0041}', 'a: "\\U000e0041"\n'],
    ['a: {b: one}\n', 'x, y', 'a: "x, y"\n'],
    ['a: !!str 15\n', '16', 'a: !!str "16"\n'],
    ['a:\n  plain\n  text # why\n', 'two', 'a:\n  two # why\n'],
    [
      'a: null\n',
      { url: 'https://x.example', all: true },
      'a: {url: https://x.example, all: true}\n',
    ],
    ['a:\n  # kept\n  b: 1 # gone\n  c: 2\n\n# end\n', 'two', 'a: two\n  # kept\n\n# end\n'],
  ];

  it('is written in its style where that can say it, and in quotes elsewhere', () => {
    for (const [before, value, after] of scalars) {
      expect(edit(before, set('a', value)), before).toBe(after);
    }
  });

  it('is a block scalar where one was, with its lines as deep', () => {
    const before = 'a: | # script\n    one\n    two\n\nb: 1\n';
    expect(edit(before, set('a', 'one\n three\n'))).toBe(
      'a: | # script\n    one\n     three\n\nb: 1\n',
    );
    expect(edit('a: >-\n  one\n  two\n', set('a', 'one'))).toBe('a: >-\n  one\n');
    expect(edit('a: |+\n  one\n\n\nb: 1\n', set('a', null))).toBe('a: null\n\n\nb: 1\n');
  });

  it('is a block scalar where a plain text gets lines, unless what follows would be one of them', () => {
    expect(edit('a: one # why\nb: 1\n', set('a', 'x\ny'))).toBe('a: |- # why\n  x\n  y\nb: 1\n');
    const deep = 'a: one\n    # deep\nb: 1\n';
    expect(edit(deep, set('a', 'x\ny'))).toBe('a: "x\\ny"\n    # deep\nb: 1\n');
  });
});

describe('A key', () => {
  it('goes where the order wants it, in the style of its map', () => {
    const order = ['a', 'n', 'b'];
    expect(edit('x:\n  a: 1 # a\n    # of a\n  b: 2\n', set('x/n', 3, order))).toBe(
      'x:\n  a: 1 # a\n    # of a\n  "n": 3\n  b: 2\n',
    );
    expect(edit('x:\n  a: 1\n  # of b\n  b: 2\n', set('x/m', 3, ['a', 'm', 'b']))).toBe(
      'x:\n  a: 1\n  m: 3\n  # of b\n  b: 2\n',
    );
    expect(edit('x: {a: 1, b: 2}\n', set('x/m', 3, ['m', 'b']))).toBe('x: {a: 1, m: 3, b: 2}\n');
    expect(edit('x: {}\n', set('x/m', 3))).toBe('x: {m: 3}\n');
    expect(edit('x: { }', set('x/m', 3))).toBe('x: {m: 3}');
    expect(edit('x: {\n  a: 1, # a\n  b: 2 # b\n}\n', set('x/m', 3))).toBe(
      'x: {\n  a: 1, # a\n  b: 2, # b\n  m: 3\n}\n',
    );
  });

  it('is added below a last line without an end, and that line has none after it', () => {
    expect(edit('a:\r\n  b: 1', set('a/c', 2), set('d', 3))).toBe('a:\r\n  b: 1\r\n  c: 2\r\nd: 3');
    expect(edit('a: 1\nb: 2', remove('b'))).toBe('a: 1');
  });

  it('comes into maps that are not there yet', () => {
    const value = { template: 'x', steps: { A: { fields: { b: 'c' } } } };
    expect(edit('cycles: {}\n', set('cycles/k', value))).toBe(
      'cycles:\n  k:\n    template: x\n    steps:\n      A: {fields: {b: c}}\n',
    );
    expect(edit('a:\n    b: 1\n', set('a/c/d', value))).toBe(
      'a:\n    b: 1\n    c:\n        d:\n            template: x\n            steps:\n                A: {fields: {b: c}}\n',
    );
  });

  it('goes with its lines, and leaves the comments above it', () => {
    expect(edit('a:\n  # b\n  b: 1 # one\n  c: 2\n', remove('a/b'))).toBe('a:\n  # b\n  c: 2\n');
    expect(edit('a:\n  b: 1\n', remove('a/b'))).toBe('a: {}\n');
    expect(edit('a: {b: 1, c: 2, d: 3}\n', remove('a/b'), remove('a/d'))).toBe('a: {c: 2}\n');
    expect(edit('\ufeffa: 1\nb: 2\n', remove('a'))).toBe('\ufeffb: 2\n');
    expect(edit('- a: 1\n  # b\n  b: 2\n', remove('0/a'))).toBe('- # b\n  b: 2\n');
  });

  it('may be one that objects have by nature', () => {
    const value = JSON.parse('{"__proto__": {"constructor": 1}}');
    expect(edit('a: {}\n', set('a', value))).toBe('a: {__proto__: {constructor: 1}}\n');
  });
});

describe('A list', () => {
  it('keeps what stays where it is', () => {
    const before = 'a:\n- x # x\n# on y\n- y\n- z\nb: [x, y, z] # b\n';
    const tags = ['x', 'z', 'new'];
    expect(edit(before, set('a', tags), set('b', tags))).toBe(
      'a:\n- x # x\n# on y\n- z\n- new\nb: [x, z, new] # b\n',
    );
  });

  it('has another item in the place of one, with the spaces and comments around it', () => {
    const lists: readonly (readonly [string, readonly string[], string])[] = [
      ['a: ["{b}", two]\n', ['{b}', 'zwo'], 'a: ["{b}", zwo]\n'],
      ['a: [one,two , "three"]\n', ['one', '2', 'three'], 'a: [one,"2" , "three"]\n'],
      ['a: [one,two , "three"]\n', ['one', 'two', 'drei'], 'a: [one,two , "drei"]\n'],
      [
        'a: [\n  x,   # x\n  y, # y\n   z\n  ]\n',
        ['x', '2 y', 'z'],
        'a: [\n  x,   # x\n  2 y, # y\n   z\n  ]\n',
      ],
      ['a:\n- x # x\n- y   # y\n- z\n', ['x', 'w', 'z'], 'a:\n- x # x\n- w   # y\n- z\n'],
      ["a:\n- 'x'\n- |\n  y\n- z\n", ['x', 'w\n', 'v'], "a:\n- 'x'\n- |\n  w\n- v\n"],
    ];
    for (const [before, items, after] of lists) {
      expect(edit(before, set('a', items)), before).toBe(after);
    }
  });

  it('is in brackets where it gets its first item, and where it loses its last', () => {
    expect(edit('a: []\n', set('a', ['x']))).toBe('a: [x]\n');
    expect(edit('a:\n  - x\n', set('a', []))).toBe('a: []\n');
  });
});

describe('What is refused', () => {
  it('is a value that others share, with the place of the other, and the rest is done', () => {
    const before = 'a: &x one\nb: *x\nc: {d: &y two}\ne: 1\n';
    const edits = [set('a', 2), set('b', 3), set('c/d', 4), set('e', 5)];
    const { text, refused } = updateYaml(before, edits);
    expect(text).toBe('a: &x one\nb: *x\nc: {d: &y 4}\ne: 5\n');
    expect(refused).toEqual([
      {
        edit: edits[0],
        why: 'anchor',
        places: { own: { line: 1, column: 7 }, other: { line: 2, column: 4 } },
      },
      {
        edit: edits[1],
        why: 'alias',
        places: { own: { line: 2, column: 4 }, other: { line: 1, column: 7 } },
      },
    ]);
  });

  it('is what goes with an anchor that is used elsewhere', () => {
    const { text, refused } = updateYaml('a:\n  b: &x 1\nc: *x\n', [remove('a/b'), set('a', 'x')]);
    expect(text).toBe('a:\n  b: &x 1\nc: *x\n');
    expect(refused.map(({ why }) => why)).toEqual(['anchor', 'anchor']);
  });

  it('is what a tag does not let be said', () => {
    const edits = [set('a', 16), set('b', 2)];
    const { text, refused } = updateYaml('a: !!str 15\nb: 1\n', edits);
    expect(text).toBe('a: !!str 15\nb: 2\n');
    expect(refused).toEqual([{ edit: edits[0], why: 'form', places: null }]);
  });
});

it('edits several documents of a text at once', () => {
  const { text } = updateYaml('# one\na: 1\n---\na: 1 # two\n...\n', [
    { ...set('a', 2), documentIndex: 1 },
    { ...set('b', 'x\ny\n'), documentIndex: 0 },
  ]);
  expect(text).toBe('# one\na: 1\nb: |\n  x\n  y\n---\na: 2 # two\n...\n');
});

it('does not touch a text that says already what is wished', () => {
  const text = "a: 'x'   # x\r\n\r\nb: {c : [1,2 , 3]}\r\n";
  expect(edit(text, set('a', 'x'), set('b', { c: [1, 2, 3] }), remove('none/at/all'))).toBe(text);
});

it('takes a megabyte of text from elsewhere for one line', () => {
  const value = `${'x'.repeat(2 ** 20)}\u0007`;
  const text = edit('a: 1\nb: 2\n', set('a', value));
  expect(text.split('\n').length).toBe(3);
  expect(parse(text)).toEqual({ a: value, b: 2 });
});
