import { expect, it } from 'vitest';
import { escapeXml } from '../../../src/kit/text/xml-text.ts';

it('writes what XML would act upon as entities, in texts and in attributes', () => {
  expect(escapeXml(`<a b="c">&'`)).toBe('&lt;a b=&quot;c&quot;&gt;&amp;&apos;');
  expect(escapeXml('x]]>y')).toBe('x]]&gt;y');
});

it('makes visible what XML cannot have and what nobody sees', () => {
  expect(escapeXml('\0\u001b\ud83d\ufffe\uffff\u202e')).toBe(
    '\\u{0}\\u{1b}\\u{d83d}\\u{fffe}\\u{ffff}\\u{202e}',
  );
  expect(escapeXml('👩‍🔧 日本語')).toBe('👩‍🔧 日本語');
});

it('keeps ends of lines where it is told to', () => {
  expect(escapeXml('a\nb\r')).toBe('a\\u{a}b\\u{d}');
  expect(escapeXml('a\nb\r', 'lines')).toBe('a\nb\\u{d}');
});
