import { availableParallelism } from 'node:os';
import { version } from 'node:process';
import type { FleetFigures } from './measure-fleet.ts';
import { countAll, isMet, type Measured, middleOf, type Ratio } from './summarise-figures.ts';

/** The figures of a run for people: first what has a target, then what it comes from. */
export function writeTable(figures: Measured & { readonly ratios: readonly Ratio[] }): string {
  const { startUp, fleets, ratios } = figures;
  const rows = ratios.map((ratio) => [
    ratio.what,
    ratio.value.toFixed(2),
    'atLeast' in ratio.target
      ? `at least ${ratio.target.atLeast}`
      : `at most ${ratio.target.atMost}`,
    isMet(ratio) ? 'met' : 'MISSED',
  ]);
  const { runs, versionMs, nodeMs } = startUp;
  return [
    `Node ${version}, ${availableParallelism()} cores`,
    '',
    ...align([['figure', 'ratio', 'target', ''], ...rows]),
    '',
    ...align([fleetHead, ...fleets.map(writeFleet)]),
    '',
    `start-up, medians of ${runs}: --version ${versionMs.toFixed(0)} ms, node -e 0 ${nodeMs.toFixed(0)} ms`,
    '',
  ].join('\n');
}

const fleetHead = [
  'accounts',
  'requests',
  'budget',
  'plan ms',
  'bare ms',
  'plan req/s',
  'process ms',
  'cpu ms',
  'peak MiB',
];

function writeFleet(fleet: FleetFigures): string[] {
  const durationMs = middleOf(fleet, 'durationMs');
  return [
    fleet.accounts,
    fleet.requestCount,
    countAll(fleet.budget),
    durationMs,
    middleOf(fleet, 'bareMs'),
    (fleet.requestCount / durationMs) * 1000,
    middleOf(fleet, 'wallMs'),
    middleOf(fleet, 'cpuMs'),
    middleOf(fleet, 'peakKb') / 1024,
  ].map((figure) => figure.toFixed(0));
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
