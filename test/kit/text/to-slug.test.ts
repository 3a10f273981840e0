import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSlug } from '../../../src/kit/text/to-slug.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

it.each([
  ['My Integrations', 'my-integrations'],
  ['  Zürich & Genève!! ', 'zurich-geneve'],
  ['Größe', 'grosse'],
  ['northwind-8812', 'northwind-8812'],
  ['統合', ''],
  ['', ''],
  ['-_-', ''],
  ['a\u001b[31mb', 'a-31mb'],
])('%j becomes %j', (text, slug) => {
  expect(toSlug(text, 63)).toBe(slug);
});

it('any text becomes nothing, or what a key may be; what is one already stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 70 }), (text) => {
      const slug = toSlug(text, 63);
      expect(slug).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/);
      expect(toSlug(slug, 63)).toBe(slug);
    }),
  );
});
