import { formatNumber } from '../../../kit/text/text-layout.ts';
import { type Html, toHtml } from '../html.ts';

/** One point of a chart over time. */
export type ChartPoint = { readonly label: string; readonly number: number };

/** A line over time, the newest point at its right. */
export function formatTrend(points: readonly ChartPoint[]): Html {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return toHtml``;
  const most = Math.max(1, ...points.map(({ number }) => number));
  const step = 300 / Math.max(1, points.length - 1);
  const at = points.map(({ number }, index) => {
    const [x, y] = [index * step, 96 - (number / most) * 88];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const line =
    at.length === 1 ? `0,${at[0]?.split(',')[1]} ${`300,${at[0]?.split(',')[1]}`}` : at.join(' ');
  const text = `${formatNumber(first.number)} differences on ${first.label}, ${formatNumber(last.number)} on ${last.label}, ${formatNumber(most)} at most, in ${points.length} runs`;
  return toHtml`<svg class="trend" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label="${text}"><polygon class="area" points="0,100 ${line} 300,100"/><polyline class="line" points="${line}"/></svg><p class="ends"><span>${first.label}: <b>${formatNumber(first.number)}</b></span><span>${last.label}: <b>${formatNumber(last.number)}</b></span></p>`;
}
