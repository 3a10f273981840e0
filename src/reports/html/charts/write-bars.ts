import { type Html, html } from '../html.ts';
import { writeNumber } from '../write-number.ts';
import { type ChartRow, writeRowLabel } from './chart-row.ts';

/** A bar for each row, the longest as wide as there is room. */
export function writeBars(rows: readonly ChartRow[]): Html {
  const most = Math.max(1, ...rows.map(({ number }) => number));
  const bars = rows.map((row) => {
    const width = row.number === 0 ? 0 : Math.max(0.8, (row.number / most) * 100);
    const bar = html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="fill ${row.tone}" width="${width.toFixed(2)}" height="8"/></svg>`;
    return html`<li>${writeRowLabel(row)}${bar}</li>`;
  });
  return html`<ul class="bars">${bars}</ul>`;
}

/** Columns beside each other, each with its number above and its name beneath. */
export function writeColumns(rows: readonly ChartRow[]): Html {
  const most = Math.max(1, ...rows.map(({ number }) => number));
  const columns = rows.map((row) => {
    const height = row.number === 0 ? 0 : Math.max(2, (row.number / most) * 100);
    const column = html`<svg class="column" viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true"><rect class="fill ${row.tone}" y="${(100 - height).toFixed(2)}" width="40" height="${height.toFixed(2)}"/></svg>`;
    return html`<li><b>${writeNumber(row.number)}</b>${column}<span>${row.label}</span></li>`;
  });
  return html`<ul class="columns">${columns}</ul>`;
}
