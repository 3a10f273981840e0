import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasPlaceholder,
  parsePlaceholders,
  resolvePlaceholders,
  type Scalar,
  toEscapedText,
} from '../../../src/model/manifest/interpolation.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

/** Texts that are made of the signs that matter, and of any. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('$', '{', '}', 'a', '.', '\n') }),
  fc.string({ unit: anyCharacter }),
);

function fill(text: string, values: Readonly<Record<string, Scalar>> = {}): unknown {
  return resolvePlaceholders(parsePlaceholders(text), (name) => values[name] ?? `no ${name}`);
}

describe('A text with placeholders', () => {
  it('means any text once that is escaped, whatever characters it has', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const escaped = toEscapedText(text);
        expect(fill(escaped)).toBe(text);
        expect(parsePlaceholders(escaped).every(({ kind }) => kind === 'literal')).toBe(true);
        expect(hasPlaceholder(escaped)).toBe(hasPlaceholder(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('is escaped in one way alone: what has no placeholder is the escape of what it means', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(parsePlaceholders(text).every(({ kind }) => kind === 'literal'));
        expect(toEscapedText(String(fill(text)))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [`$\${a}`, `\${a}`],
    [`$$\${a}`, `$\${a}`],
    [`$$$\${a}`, `$$\${a}`],
    ['$', '$'],
    ['$ {a} $5 {', '$ {a} $5 {'],
    [`x\${a}y$\${a}z`, `x1y\${a}z`],
    [`\${a}\${b}`, '1true'],
    [`$\${`, `\${`],
  ])('%s comes to %s', (written, meant) => {
    expect(fill(written, { a: 1, b: true })).toBe(meant);
  });

  it('keeps the type of a value that is all of it, and writes it in plain form beside other text', () => {
    expect(fill(`\${a}`, { a: 500 })).toBe(500);
    expect(fill(`\${a}`, { a: false })).toBe(false);
    expect(fill(`\${a} `, { a: 500 })).toBe('500 ');
    expect(fill(`-\${a}`, { a: 1.5 })).toBe('-1.5');
  });

  it('takes a value as it is, also where it has placeholders', () => {
    fc.assert(
      fc.property(texts, texts, (before, value) => {
        fc.pre(!before.endsWith('$'));
        const written = `${toEscapedText(before)}\${a}`;
        expect(fill(written, { a: value })).toBe(before + value);
      }),
    );
  });

  it('is parted with the offsets of its placeholders', () => {
    const text = `a \${b.c} $\${d} \${e`;
    const parsed = parsePlaceholders(text);
    expect(parsed).toEqual([
      { kind: 'literal', text: 'a ' },
      { kind: 'placeholder', name: 'b.c', from: 2, to: 8 },
      { kind: 'literal', text: ` \${d} ` },
      { kind: 'open', from: 15, to: 17 },
      { kind: 'literal', text: 'e' },
    ]);
  });

  // Read again from each sign it would take minutes.
  it('is parted at once where nothing closes its signs', () => {
    const text = `\${`.repeat(2 ** 19);
    expect(parsePlaceholders(text)).toHaveLength(2 ** 19);
  });
});
