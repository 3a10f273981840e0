import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { startCpuClock } from '../../kit/cpu-clock.ts';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatManifest,
  formatSpec,
} from '../../support/values/check-account.ts';
import { badYaml } from './bad-yaml.ts';

describe('Content that manifests cannot have is reported with its position', () => {
  it.each(badYaml)('reports the mistake: $title', ({ text, says, words }) => {
    const diagnostics = checkAccount(text);
    const [first] = diagnostics;
    expect(`${first?.summary} / ${first?.remedy}`).toContain(words);
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(says);
  });

  it.each([3000, 15_000])('survives a small file that leaves %i levels at once', (levels) => {
    const [diagnostic] = checkAccount(`a: 1\n${'- '.repeat(levels)}\nb: 1\n`);
    expect(diagnostic?.summary).toMatch(/nested too deeply/i);
  });

  it.each(['[', '{', '- ', '? '])('survives twenty thousand times %s', (sign) => {
    const [diagnostic] = checkAccount(sign.repeat(20_000));
    expect(diagnostic?.summary).toMatch(/nested too deeply/i);
  });

  it('shows both places of a key that occurs twice', () => {
    const [diagnostic] = checkAccount(formatSpec('displayName: x', 'displayName: y'));
    expect(diagnostic?.related?.map(({ at }) => `${at.line}:${at.column}`)).toEqual(['6:3']);
  });

  it('follows one hundred aliases and no more', () => {
    const makeText = (count: number) =>
      formatManifest(
        'id: &id acme-1',
        'displayName: *id',
        ...(count > 1 ? ['cycles:', '  news:', '    from: {template: T}', '    variables:'] : []),
        ...Array.from({ length: count - 1 }, (_, index) => `      v${index}: *id`),
      );
    expect(checkAccount(makeText(100))).toEqual([]);
    expect(checkAccount(makeText(101)).map(formatDiagnosticPlace)).toEqual(['yaml-alias 110:14']);
  });

  it('counts the aliases inside of aliases', () => {
    const doubling = Array.from({ length: 30 }, (_, index) => {
      const before = index === 0 ? 'x' : `*a${index - 1}`;
      return `a${index}: &a${index} [${before}, ${before}]`;
    });
    const { documents, diagnostics } = parseDocuments('a.yaml', `${doubling.join('\n')}\n`);
    expect(documents).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-alias']);
  });

  it('says at most a hundred mistakes of one file', () => {
    const { diagnostics } = parseDocuments('a.yaml', 'a:\n'.repeat(5000));
    expect(diagnostics.length).toBe(100);
  });
});

describe('What a document holds is plain data with places', () => {
  const text = [
    'text: "a b"',
    'number: 007',
    'flag: no',
    'nothing: null',
    'list: [x, {deep: y}]',
    'base: &base {inner: z}',
    'same: *base',
    'a/b~c: slash',
    '2026: year',
    '',
  ].join('\n');
  const [document] = parseDocuments('a.yaml', text).documents;

  it('reads scalars by the core schema of YAML 1.2', () => {
    expect(document?.written).toEqual({
      text: 'a b',
      number: 7,
      flag: 'no',
      nothing: null,
      list: ['x', { deep: 'y' }],
      base: { inner: 'z' },
      same: { inner: 'z' },
      'a/b~c': 'slash',
      2026: 'year',
    });
  });

  it.each([
    { pointer: '/text', value: '1:7', key: '1:1', source: '"a b"' },
    { pointer: '/number', value: '2:9', key: '2:1', source: '007' },
    { pointer: '/list/1/deep', value: '5:18', key: '5:12', source: 'y' },
    { pointer: '/same', value: '7:7', key: '7:1', source: null },
    { pointer: '/same/inner', value: '6:21', key: '6:14', source: 'z' },
    { pointer: '/a~1b~0c', value: '8:8', key: '8:1', source: 'slash' },
    { pointer: '/2026', value: '9:7', key: '9:1', source: 'year' },
  ])('knows the position of $pointer', ({ pointer, value, key, source }) => {
    const place = (span: { line: number; column: number } | undefined) =>
      `${span?.line}:${span?.column}`;
    expect(place(document?.spanOf(pointer))).toBe(value);
    expect(place(document?.keySpanOf(pointer))).toBe(key);
    expect(document?.sourceOf(pointer)).toBe(source);
    expect(document?.isWritten(pointer)).toBe(true);
  });

  it('returns the nearest position for a missing one', () => {
    expect(document?.isWritten('/list/1/nowhere/else')).toBe(false);
    expect(document?.spanOf('/list/1/nowhere/else')).toMatchObject({ line: 5, column: 11 });
    expect(document?.sourceOf('/list/1/nowhere')).toBeNull();
  });

  it('keeps names of the prototype as names', () => {
    const loaded = parseDocuments('a.yaml', '__proto__: {polluted: yes}\nconstructor: x\n');
    const written = loaded.documents[0]?.written;
    expect(Object.entries(written ?? {})).toEqual([
      ['__proto__', { polluted: 'yes' }],
      ['constructor', 'x'],
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

const size = 2 ** 20;

/** Bombs that no size of a machine should matter to: refused before they are parsed. */
const bombs: readonly (readonly [string, string])[] = [
  ['lists in lists', '['],
  ['maps in maps', '{a: '],
  ['lists whose ends stand in quotes', '["]", '],
  ['entries in entries', '- '],
  ['keys of keys', '? '],
  ['anchors', '&a '],
  ['tags', '!a '],
  ['aliases', '*a '],
  ['documents', '--- a\n'],
];

function read(text: string) {
  const tookMs = startCpuClock();
  const { documents, diagnostics } = parseDocuments('a.yaml', text);
  return { documents, diagnostics, tookMs: tookMs() };
}

describe('A file that is made to keep a parser busy is refused before it is parsed', () => {
  it.each(bombs)('%s', (_, piece) => {
    const text = `a: 1\nb: ${piece.repeat(size / piece.length)}`;
    const { documents, diagnostics, tookMs } = read(text);
    expect(documents).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'yaml-syntax', at: { file: 'a.yaml' } }]);
    expect(diagnostics[0]?.at?.line).toBeGreaterThanOrEqual(2);
    expect(tookMs).toBeLessThan(2000);
  });

  it('and the place is where it becomes too much', () => {
    const text = `a: ["]"]\nb: ${'[\n'.repeat(40_000)}`;
    const [found] = read(text).diagnostics;
    expect(found).toMatchObject({
      summary: 'The file is nested too deeply',
      at: { line: 202, column: 1 },
    });
  });
});

it('a large manifest that is wide and not deep is read', () => {
  const rows = Array.from(
    { length: 2000 },
    (_, at) => `  k${at}: {step: "[[[ {{{ ${at}", field: '- - -'}`,
  );
  const { documents, diagnostics } = read(
    `a: "[[["\nrows:\n${rows.join('\n')}\nend: "- - - - [[["\n`,
  );
  expect(diagnostics).toEqual([]);
  expect(documents[0]?.written).toHaveProperty('rows.k1999.step', '[[[ {{{ 1999');
});

it('errors have their traces again afterwards', () => {
  read('a: "');
  expect(new Error('x').stack).toContain('parse-documents.test.ts');
});
