import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { toVisible } from '../../../src/kit/text/visible-text.ts';
import { formatYamlName } from '../../../src/kit/yaml/yaml-name.ts';

test('a name that needs no quotes has none', () => {
  for (const name of ['crm', 'Sample CRM', 'Contact.Email', 'Größe', 'a/b', 'modified_since']) {
    expect(formatYamlName(name)).toBe(name);
  }
});

test('a name that YAML would take for something else is in quotes', () => {
  for (const name of [
    '',
    'true',
    'No',
    '1.0',
    '[rows].value',
    'a: b',
    'a #b',
    '- a',
    ' a',
    'a ',
    'x:',
  ])
    expect(formatYamlName(name)).toBe(JSON.stringify(name));
});

test('a name comes back as it was, as a key and as a value, and moves no cursor', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '#', ':', '-', '[', '\u001b', '\u202e', '"', '\n'),
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const name = formatYamlName(text);
      expect(toVisible(name)).toBe(name);
      expect(parse(`${name}: {a: ${name}, b: 1}`)).toEqual({ [text]: { a: text, b: 1 } });
    }),
  );
});
