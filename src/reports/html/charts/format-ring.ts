import { formatNumber } from '../../../kit/text/text-layout.ts';
import { type Html, toHtml } from '../html.ts';
import { type ChartRow, formatRowLabel } from './chart-row.ts';

/** A ring chart with its legend. */
export function formatRing(rows: readonly ChartRow[], unit: string): Html {
  const total = rows.reduce((sum, { number }) => sum + number, 0);
  let before = 0;
  const arcs = rows.map(({ number, tone }) => {
    const share = (number / Math.max(total, 1)) * 100;
    // Slightly longer than its share, so that no gap shows between two arcs.
    const length = Math.min(100, share + 0.4);
    const arc = toHtml`<circle class="arc ${tone}" cx="60" cy="60" r="48" pathLength="100" stroke-dasharray="${length.toFixed(3)} 100" stroke-dashoffset="${(-before).toFixed(3)}"/>`;
    before += share;
    return arc;
  });
  return toHtml`<div class="ring"><svg viewBox="0 0 120 120" aria-hidden="true"><circle class="track" cx="60" cy="60" r="48"/><g transform="rotate(-90 60 60)">${arcs}</g><text class="total" x="60" y="64" text-anchor="middle">${formatNumber(total)}</text><text class="unit" x="60" y="79" text-anchor="middle">${unit}</text></svg>${formatLegend(rows)}</div>`;
}

function formatLegend(rows: readonly ChartRow[]): Html {
  return toHtml`<ul class="legend">${rows.map((row) => toHtml`<li>${formatRowLabel(row)}</li>`)}</ul>`;
}
