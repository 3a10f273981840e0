import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCodeBlock,
  formatCodeSpan,
  formatCommentName,
  formatHtmlCode,
} from '../../../src/kit/text/inert-markdown.ts';
import { toVisible } from '../../../src/kit/text/visible-text.ts';
import { listCode, listTags, render } from '../../reports/markdown/read-markdown.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

const hostile = [
  '@everyone',
  '#1',
  'GH-1',
  'a/b#1',
  '0123456789abcdef0123456789abcdef01234567',
  'https://evil.example/?a=b',
  'www.evil.example',
  'me@evil.example',
  ':x:',
  '![x](https://evil.example/x.png)',
  '[x](javascript:alert)',
  '<script>alert(1)</script>',
  '</details></summary></code>',
  '<!--',
  '-->',
  '--!>',
  '`',
  '``',
  '```',
  '` `',
  ' ` ',
  ' ',
  '  x  ',
  '~~~~',
  '|',
  '\\|',
  '\\\\|',
  '\\',
  '\\`',
  '$`x`$',
  '$x$',
  '[^1]',
  '&lt;&#64;',
  '\n\n# x',
  '\r\n- x',
  '\u001b[31m',
  '\u202e',
  '\u200b',
  '\ud800',
  '👩‍🔧',
  '日本',
] as const;

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, maxLength: 8 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
  .filter((text) => text !== '');

// A pipe parts the cells of a table even in code.
function show(text: string): string {
  return toVisible(text).replaceAll('|', '\\u{7c}');
}

describe('Untrusted text', () => {
  it('is only itself in a sentence', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const html = render(`a ${formatCodeSpan(text)} b`);
        expect(listTags(html)).toEqual(['<p>', '<code>', '</code>', '</p>']);
        expect(listCode(html)).toEqual([show(text)]);
        expect(html).toMatch(/^<p>a <code>/);
        expect(html).toMatch(/<\/code> b<\/p>$/);
      }),
    );
  });

  it('is only itself in the cell of a table and at the beginning of a line of a list', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const row = `| ${formatCodeSpan(one)} | ${formatCodeSpan(other)} | 1 |`;
        const table = render(`| a | b | c |\n| --- | --- | --- |\n${row}`);
        expect(listCode(table)).toEqual([one, other].map(show));
        expect(table.match(/<td>/g)).toHaveLength(3);
        expect(table).toContain('<td>1</td>');
        const list = render(`- ${formatCodeSpan(one)}: x\n- ${formatCodeSpan(other)}`);
        expect(listCode(list)).toEqual([one, other].map(show));
        expect(list.match(/<li>/g)).toHaveLength(2);
      }),
    );
  });

  it('is only itself in the summary of what is folded away', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const html = render(
          `<details>\n<summary>${formatHtmlCode(text)}: x</summary>\n\ny\n\n</details>`,
        );
        expect(listCode(html)).toEqual([toVisible(text)]);
        expect(listTags(html)).toEqual([
          '<details>',
          '<summary>',
          '<code>',
          '</code>',
          '</summary>',
          '<p>',
          '</p>',
          '</details>',
        ]);
      }),
    );
  });

  it('is only itself in a block, whatever its lines begin with', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (lines) => {
        const html = render(`a\n\n${formatCodeBlock('diff', lines)}\n\nb`);
        const shown = lines.join('\n').split('\n').map(toVisible).join('\n');
        expect(listCode(html)).toEqual([`${shown}\n`]);
        expect(html).toMatch(/^<p>a<\/p>\n<pre><code class="language-diff">/);
        expect(html).toMatch(/<\/code><\/pre>\n<p>b<\/p>$/);
      }),
    );
  });

  it('ends no comment, and two names stay two', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const comment = `<!-- ${formatCommentName(one)} -->`;
        expect(render(comment)).toBe(comment);
        expect(comment.slice(4, -3)).not.toMatch(/--|[<>@#\s]\S*[<>@#]/);
        expect(formatCommentName(one) === formatCommentName(other)).toBe(one === other);
      }),
    );
  });
});
