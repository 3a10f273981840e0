import { toVisible } from '../../kit/text/visible-text.ts';

/** Markup that is safe to write: made by `html` alone. */
export type Html = { readonly markup: string };

type Part = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML: whatever is put into it is text, with every sign visible, unless it is markup itself. */
export function toHtml(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = texts.reduce((all, text, index) => `${all}${formatPart(parts[index - 1])}${text}`);
  return { markup };
}

/** Markup that we wrote as a whole, such as our own script. */
export function toTrustedHtml(markup: string): Html {
  return { markup };
}

function formatPart(part: Part | undefined): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  if ('markup' in part) return part.markup;
  return part.map(({ markup }) => markup).join('');
}

function escapeText(text: string): string {
  return toVisible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
