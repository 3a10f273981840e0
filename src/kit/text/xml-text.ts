import { toVisible } from './visible-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * A text as it stands between tags of XML 1.0, or in the quotes of an attribute: signs that nobody sees, or that XML
 * cannot have, are written as `\u{1b}`. Ends of lines stay where `lines` says so.
 */
export function formatXmlText(text: string, ends: 'lines' | 'one-line' = 'one-line'): string {
  const visible = ends === 'lines' ? text.split('\n').map(toVisible).join('\n') : toVisible(text);
  return visible.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
