import { expect, it } from 'vitest';
import { formatXmlText } from '../../../src/reports/ci/format-junit.ts';

it('writes what XML would act upon as entities, in texts and in attributes', () => {
  expect(formatXmlText(`<a b="c">&'`)).toBe('&lt;a b=&quot;c&quot;&gt;&amp;&apos;');
  expect(formatXmlText('x]]>y')).toBe('x]]&gt;y');
});

it('shows characters that XML cannot have and invisible ones', () => {
  expect(formatXmlText('\0\u001b\ud83d\ufffe\uffff\u202e')).toBe(
    '\\u{0}\\u{1b}\\u{d83d}\\u{fffe}\\u{ffff}\\u{202e}',
  );
  expect(formatXmlText('👩‍🔧 日本語')).toBe('👩‍🔧 日本語');
});

it('keeps line ends on request', () => {
  expect(formatXmlText('a\nb\r')).toBe('a\\u{a}b\\u{d}');
  expect(formatXmlText('a\nb\r', 'lines')).toBe('a\nb\\u{d}');
});
