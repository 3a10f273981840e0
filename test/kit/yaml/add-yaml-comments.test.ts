import { expect, it } from 'vitest';
import { addYamlComments } from '../../../src/kit/yaml/add-yaml-comments.ts';

const text = 'a:\r\n  b: {c: 1}\r\n  d: |\r\n    text\r\n---\r\nx: 1\r\n';

it('puts a comment above the entry that it is about, in the order given and with the line ends that are there', () => {
  const comments = [
    { documentIndex: 0, path: ['a', 'd'], lines: ['one', 'two'] },
    { documentIndex: 0, path: ['a', 'd'], lines: ['three'] },
    { documentIndex: 1, path: ['x'], lines: ['other'] },
  ];
  expect(addYamlComments(text, comments)).toBe(
    'a:\r\n  b: {c: 1}\r\n  # one\r\n  # two\r\n  # three\r\n  d: |\r\n    text\r\n---\r\n# other\r\nx: 1\r\n',
  );
});

it('goes above the map around an entry that shares its line, and above the first entry for one that is not there', () => {
  const inBrackets = [{ documentIndex: 0, path: ['a', 'b', 'c'], lines: ['c'] }];
  expect(addYamlComments(text, inBrackets)).toContain('a:\r\n  # c\r\n  b: {c: 1}');
  const missing = [{ documentIndex: 0, path: ['a', 'e'], lines: ['e'] }];
  expect(addYamlComments(text, missing)).toContain('a:\r\n  # e\r\n  b: {c: 1}');
  expect(addYamlComments('[1, 2]\n', missing)).toBe('[1, 2]\n');
});

it('leaves out what would be a line of a text, and puts the others', () => {
  const folded = 'a: text\nb: 1\n';
  const comments = [
    { documentIndex: 0, path: ['b'], lines: ['fine', 'b: 2'] },
    { documentIndex: 0, path: ['b'], lines: ['text\nb: 2'] },
  ];
  expect(addYamlComments(folded, comments)).toBe('a: text\n# fine\n# b: 2\nb: 1\n');
});
