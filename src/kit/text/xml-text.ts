import { toVisible } from './visible-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Escapes a text for XML 1.0, in elements or attributes: invisible and invalid characters become
 * `\u{1b}`. `lines` keeps line ends.
 */
export function formatXmlText(text: string, ends: 'lines' | 'one-line' = 'one-line'): string {
  const visible = ends === 'lines' ? text.split('\n').map(toVisible).join('\n') : toVisible(text);
  return visible.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
