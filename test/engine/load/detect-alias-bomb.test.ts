import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { startCpuClock } from '../../kit/cpu-clock.ts';

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
  expect(new Error('x').stack).toContain('detect-alias-bomb.test.ts');
});
