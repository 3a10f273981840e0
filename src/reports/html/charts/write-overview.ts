import type { DriftReport, Report } from '../../../model/report/report-document.ts';
import { type ObjectState, objectStates } from '../../judge/object-states.ts';
import { accountStates } from '../../judge/rank-account.ts';
import { accountLooks } from '../account-looks.ts';
import { ages } from '../age.ts';
import { type Html, html } from '../html.ts';
import type { PageTally } from '../tally-page.ts';
import type { ChartRow } from './chart-row.ts';
import { writeBars, writeColumns } from './write-bars.ts';
import { writeRing } from './write-ring.ts';
import { type ChartPoint, writeTrend } from './write-trend.ts';

/** A run that looked at the whole fleet. */
type TrendPoint = { readonly at: string; readonly items: number };

const titles: Readonly<Record<Report['kind'], string>> = {
  drift: 'Drift by kind',
  plan: 'Changes by kind',
  apply: 'What became of the writes',
  validate: 'Findings',
  refused: '',
};

/** The charts of a report: accounts by state, what was found by kind, its age, and how it was before. */
export function writeOverview(report: Report, tally: PageTally): Html {
  if (tally.accounts === 0) return html``;
  const kinds = listKinds(tally);
  const points = listPoints(report);
  const hasAges = ages.some((age) => age !== 'not known' && tally.byAge.has(age));
  const cards = [
    writeCard('Accounts by state', writeRing(listStates(tally), 'accounts')),
    ...(kinds.length === 0 ? [] : [writeCard(titles[report.kind], writeBars(kinds))]),
    ...(hasAges ? [writeCard('Age of drift', writeColumns(listAges(tally)))] : []),
    ...(points.length < 2 ? [] : [writeCard('Differences, run by run', writeTrend(points))]),
  ];
  return html`<section class="charts" aria-label="Overview">${cards}</section>`;
}

function writeCard(title: string, chart: Html): Html {
  return html`<section class="card"><h2>${title}</h2>${chart}</section>`;
}

function listStates({ byState }: PageTally): readonly ChartRow[] {
  return accountStates.flatMap((state) => {
    const number = byState.get(state) ?? 0;
    const { label, tone, mark } = accountLooks[state];
    return number === 0 ? [] : [{ label, tone, mark, number, link: `state=${state}` }];
  });
}

function listKinds({ byObject }: PageTally): readonly ChartRow[] {
  return (Object.keys(objectStates) as ObjectState[]).flatMap((state) => {
    const number = byObject.get(state) ?? 0;
    const { label, tone, mark } = objectStates[state];
    return number === 0 ? [] : [{ label, tone, mark, number, link: `kind=${state}` }];
  });
}

function listAges({ byAge }: PageTally): readonly ChartRow[] {
  return ages.map((label) => ({
    label,
    number: byAge.get(label) ?? 0,
    tone: label === 'older' ? 'bad' : label === 'not known' ? 'quiet' : 'attention',
  }));
}

// Reports of runs that were not remembered have no trend.
function listPoints(report: Report): readonly ChartPoint[] {
  if (report.kind !== 'drift') return [];
  const run: DriftReport['run'] & { readonly trend?: readonly TrendPoint[] } = report.run;
  return (run.trend ?? []).map(({ at, items }) => ({ label: at.slice(0, 10), number: items }));
}
