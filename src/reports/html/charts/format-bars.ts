import { formatNumber } from '../../../kit/text/text-layout.ts';
import { type Html, toHtml } from '../html.ts';
import { type ChartRow, formatRowLabel } from './chart-row.ts';

/** A bar for each row, the longest as wide as there is room. */
export function formatBars(rows: readonly ChartRow[]): Html {
  const most = Math.max(1, ...rows.map(({ number }) => number));
  const bars = rows.map((row) => {
    const width = row.number === 0 ? 0 : Math.max(0.8, (row.number / most) * 100);
    const bar = toHtml`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="fill ${row.tone}" width="${width.toFixed(2)}" height="8"/></svg>`;
    return toHtml`<li>${formatRowLabel(row)}${bar}</li>`;
  });
  return toHtml`<ul class="bars">${bars}</ul>`;
}

/** Columns side by side, with the number above and the name below each. */
export function formatColumns(rows: readonly ChartRow[]): Html {
  const most = Math.max(1, ...rows.map(({ number }) => number));
  const columns = rows.map((row) => {
    const height = row.number === 0 ? 0 : Math.max(2, (row.number / most) * 100);
    const column = toHtml`<svg class="column" viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true"><rect class="fill ${row.tone}" y="${(100 - height).toFixed(2)}" width="40" height="${height.toFixed(2)}"/></svg>`;
    return toHtml`<li><b>${formatNumber(row.number)}</b>${column}<span>${row.label}</span></li>`;
  });
  return toHtml`<ul class="columns">${columns}</ul>`;
}
