import type { Report, ReportMetadata } from '../../../src/model/report/report-document.ts';
import { formatReportHtml } from '../../../src/reports/html/format-report-html.ts';
import { pageScript, pageStyle } from '../../../src/reports/html/page.generated.ts';
import type { PageData } from '../../../src/reports/html/page-data.ts';
import { join } from '../samples/read-text.ts';

/** Parts of a page: text without script and style, and data. */
export type ReadPage = { readonly text: string; readonly markup: string; readonly data: PageData };

const opening = '<script type="application/json" id="data">';

/** Writes the page of a report and takes it apart. */
export async function readPage(
  report: Report,
  made: ReportMetadata,
  most?: number,
): Promise<ReadPage> {
  const text = await join(formatReportHtml(report, made, most));
  const [from, to] = [text.indexOf(opening), text.indexOf('</script>')];
  const json = text.slice(from + opening.length, to);
  const markup = (text.slice(0, from) + text.slice(to + '</script>'.length))
    .replace(pageScript, '')
    .replace(pageStyle, '');
  return { text, markup, data: JSON.parse(json) };
}

const elements =
  /<(?<end>\/?)(?<name>[a-z0-9]+)(?<attributes>(?: [a-zA-Z-]+(?:="[^"<>]*")?)*)(?<empty>\/?)>/g;
const withoutEnd = new Set(['meta', 'input', 'circle', 'rect', 'path', 'polygon', 'polyline']);

/** Problems of markup: an unexpected tag, or an unclosed element. */
export function findBrokenMarkup(markup: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const rest = markup.replace(/^<!doctype html>/, '').replace(elements, (...found) => {
    const { end, name, empty } = found.at(-1) as Record<'end' | 'name' | 'empty', string>;
    if (end === '/') {
      const last = open.pop();
      if (last !== name) wrong.push(`</${name}> ends <${last}>`);
    } else if (empty === '' && !withoutEnd.has(name)) open.push(name);
    return '';
  });
  const stray = rest.match(/[<>"].{0,20}|&(?!(?:amp|lt|gt|quot|#39);).{0,10}/g) ?? [];
  return [...wrong, ...open.map((name) => `<${name}> is not ended`), ...stray];
}
