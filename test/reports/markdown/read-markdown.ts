import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Report } from '../../../src/model/report/report-document.ts';
import { formatReportMarkdown } from '../../../src/reports/markdown/format-report-markdown.ts';
import { join, made } from '../samples/read-text.ts';

/** A report as Markdown. */
export function readMarkdown(report: Report): Promise<string> {
  return join(formatReportMarkdown(report, made));
}

/** Renders Markdown with all HTML allowed, more than any forge does. */
export function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/** The tags and comments of HTML, each as it is written. */
export function listTags(html: string): string[] {
  return html.match(/<!--[\s\S]*?-->|<[^>]*>/g) ?? [];
}

/** Text outside code, where a forge looks for mentions, references and addresses. */
export function readLooseText(html: string): string {
  return html.replace(/<code[^>]*>[\s\S]*?<\/code>/g, '').replace(/<!--[\s\S]*?-->|<[^>]*>/g, '');
}

/** Texts inside code. */
export function listCode(html: string): string[] {
  return [...html.matchAll(/<code[^>]*>([\s\S]*?)<\/code>/g)].map(([, text = '']) => decode(text));
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, number?: string, name = '') =>
    number === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(number)),
  );
}
