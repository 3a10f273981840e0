import type { DriftReport, Report } from '../../../model/report/report-document.ts';
import { accountStates, accountStyles } from '../../classify/account-rank.ts';
import { type ObjectState, objectStates } from '../../classify/object-states.ts';
import { ages } from '../age.ts';
import type { PageCounts } from '../count-page.ts';
import { type Html, toHtml } from '../html.ts';
import type { ChartRow } from './chart-row.ts';
import { formatBars, formatColumns } from './format-bars.ts';
import { formatRing } from './format-ring.ts';
import { type ChartPoint, formatTrend } from './format-trend.ts';

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
  const hasAges = ages.some((age) => age !== 'not known' && tally.byAge.has(age));
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
