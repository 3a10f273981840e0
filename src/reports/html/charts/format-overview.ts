import { formatNumber } from '../../../kit/text/text-layout.ts';
import type { DriftReport, Report } from '../../../model/report/report-document.ts';
import { accountStates, accountStyles } from '../../classify/account-rank.ts';
import { type ObjectState, objectStates } from '../../classify/object-states.ts';
import { ages } from '../age.ts';
import type { PageCounts } from '../count-page.ts';
import { type Html, toHtml } from '../html.ts';
import { type ChartRow, formatRowLabel } from './chart-row.ts';

/** A run over the whole fleet. */
type TrendPoint = { readonly at: string; readonly items: number };

const titles: Readonly<Record<Report['kind'], string>> = {
  drift: 'Drift by kind',
  plan: 'Changes by kind',
  apply: 'Results of the writes',
  validate: 'Findings',
  refused: '',
};

/** The charts of a report: accounts by state, items by kind, their age, and the trend. */
export function formatOverview(report: Report, tally: PageCounts): Html {
  if (tally.accounts === 0) return toHtml``;
  const kinds = listKinds(tally);
  const points = listPoints(report);
  // A single column says no more than the tiles.
  const hasAges = ages.filter((age) => tally.byAge.has(age)).length > 1;
  const cards = [
    formatCard('Accounts by state', formatRing(listStates(tally), 'accounts')),
    ...(kinds.length === 0 ? [] : [formatCard(titles[report.kind], formatBars(kinds))]),
    ...(hasAges ? [formatCard('Age of drift', formatColumns(listAges(tally)))] : []),
    ...(points.length < 2 ? [] : [formatCard('Differences, run by run', formatTrend(points))]),
  ];
  return toHtml`<section class="charts" aria-label="Overview">${cards}</section>`;
}

function formatCard(title: string, chart: Html): Html {
  return toHtml`<section class="card"><h2>${title}</h2>${chart}</section>`;
}

function listStates({ byState }: PageCounts): readonly ChartRow[] {
  return accountStates.flatMap((state) => {
    const number = byState.get(state) ?? 0;
    const { label, tone, mark } = accountStyles[state];
    return number === 0 ? [] : [{ label, tone, mark, number, link: `state=${state}` }];
  });
}

function listKinds({ byObject }: PageCounts): readonly ChartRow[] {
  return (Object.keys(objectStates) as ObjectState[]).flatMap((state) => {
    const number = byObject.get(state) ?? 0;
    const { label, tone, mark } = objectStates[state];
    return number === 0 ? [] : [{ label, tone, mark, number, link: `kind=${state}` }];
  });
}

function listAges({ byAge }: PageCounts): readonly ChartRow[] {
  return ages.map((label) => ({
    label,
    number: byAge.get(label) ?? 0,
    tone: label === 'older' ? 'bad' : label === 'not known' ? 'quiet' : 'attention',
  }));
}

// Reports of unrecorded runs have no trend.
function listPoints(report: Report): readonly ChartPoint[] {
  if (report.kind !== 'drift') return [];
  const run: DriftReport['run'] & { readonly trend?: readonly TrendPoint[] } = report.run;
  return (run.trend ?? []).map(({ at, items }) => ({ label: at.slice(0, 10), number: items }));
}

/** A bar for each row, the longest as wide as there is room. */
function formatBars(rows: readonly ChartRow[]): Html {
  const most = Math.max(1, ...rows.map(({ number }) => number));
  const bars = rows.map((row) => {
    const width = row.number === 0 ? 0 : Math.max(0.8, (row.number / most) * 100);
    const bar = toHtml`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="fill ${row.tone}" width="${width.toFixed(2)}" height="8"/></svg>`;
    return toHtml`<li>${formatRowLabel(row)}${bar}</li>`;
  });
  return toHtml`<ul class="bars">${bars}</ul>`;
}

/** Columns side by side, with the number above and the name below each. */
function formatColumns(rows: readonly ChartRow[]): Html {
  const most = Math.max(1, ...rows.map(({ number }) => number));
  const columns = rows.map((row) => {
    const height = row.number === 0 ? 0 : Math.max(2, (row.number / most) * 100);
    const column = toHtml`<svg class="column" viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true"><rect class="fill ${row.tone}" y="${(100 - height).toFixed(2)}" width="40" height="${height.toFixed(2)}"/></svg>`;
    return toHtml`<li><b>${formatNumber(row.number)}</b>${column}<span>${row.label}</span></li>`;
  });
  return toHtml`<ul class="columns">${columns}</ul>`;
}

/** A ring chart with its legend. */
function formatRing(rows: readonly ChartRow[], unit: string): Html {
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

/** One point of a chart over time. */
type ChartPoint = { readonly label: string; readonly number: number };

/** A line over time, the newest point at its right. */
function formatTrend(points: readonly ChartPoint[]): Html {
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
