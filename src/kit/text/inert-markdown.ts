import { toVisible } from './visible-text.ts';

/**
 * Writes text of others as code, because GitHub and GitLab resolve mentions, references and emoji
 * in all other text, even if it is escaped.
 */

/** As inline code, within a sentence or the cell of a table. */
export function formatCodeSpan(text: string): string {
  const shown = toVisible(text).replaceAll('|', '\\u{7c}');
  if (shown === '') return '(empty)';
  const fence = '`'.repeat(longestFence(shown) + 1);
  // Markdown removes one space on both sides, unless the text is only spaces.
  const pad = /^[` ]|[` ]$/.test(shown) && /[^ ]/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** As inline code within HTML, where Markdown is not read. */
export function formatHtmlCode(text: string): string {
  const shown = toVisible(text).replace(/[^A-Za-z0-9 -]/gu, (sign) => `&#${sign.codePointAt(0)};`);
  return shown === '' ? '(empty)' : `<code>${shown}</code>`;
}

/** Lines as a block of code in a language that colours it. */
export function formatCodeBlock(language: 'diff' | 'sh', lines: readonly string[]): string {
  const body = lines.join('\n').split('\n').map(toVisible);
  const longest = body.reduce((most, line) => Math.max(most, longestFence(line)), 2);
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...body, fence].join('\n');
}

/** A name within an HTML comment, which it cannot end; two names never become one. */
export function formatCommentName(name: string): string {
  return name.replace(
    /[^A-Za-z0-9._/-]|-(?=-)/gu,
    (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16)};`,
  );
}

function longestFence(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}
