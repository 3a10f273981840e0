import fc from 'fast-check';
import { anyCharacter } from '../../support/values/any-character.ts';

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    '15',
    '0022',
    'true',
    'null',
    '~',
    'no',
    '1:30',
    'a: b',
    'a #b',
    ' x',
    'x ',
    '- x',
  ),
  fc.constantFrom(
    'l1\nl2',
    'l1\nl2\n',
    '\n',
    'a\n\n',
    ' a\nb',
    'a\n b\n',
    '# a\nb',
    'a\r\nb',
    '\ta\nb',
    'a\n \n',
  ),
  fc.constantFrom(
    '\u001b[31m',
    '\u202e',
    '\ud800',
    '{{a}}',
    '[x]',
    '*x',
    '&x',
    '!x',
    '%x',
    '@x',
    '`x',
    '\ufeff',
    '---',
  ),
  fc.constantFrom(
    '2026-12-01T06:00:00Z',
    '2026-12-01',
    "it's",
    'say "x"',
    '\\',
    '=x',
    '?',
    ':',
    'a,b',
    '<<',
    'x:',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
);
/** Any scalar, mostly texts that YAML misreads without quotes. */
export const anyScalar = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(1.5, -0, 1e21),
);
const data = fc.oneof(
  { weight: 4, arbitrary: anyScalar },
  { weight: 1, arbitrary: fc.array(anyScalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(text, anyScalar, { maxKeys: 3, noNullPrototype: true }) },
  {
    weight: 1,
    arbitrary: fc.constant({
      from: { template: 'x' },
      steps: { 'A b': { fields: { c: 'd\ne', f: [{ g: 1 }] } } },
    }),
  },
);

/** A change before it is known what there is: `place` chooses among the values of the text. */
export const anyChange = fc.record({
  kind: fc.constantFrom('set' as const, 'insert' as const, 'remove' as const),
  place: fc.nat(),
  value: data,
  isOrdered: fc.boolean(),
});

export type Change = typeof anyChange extends fc.Arbitrary<infer C> ? C : never;
