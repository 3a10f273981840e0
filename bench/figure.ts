import { availableParallelism } from 'node:os';
import { version } from 'node:process';
import { median } from './median.ts';

/** One measured figure. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'MiB' | 'KiB' | 'requests' | 'transactions' | 'times' | 'lines';
  /** Null: it explains others, or was measured at another size than its target is for. */
  readonly target: Target | null;
};

/** A bound; times and sizes are for two cores with nothing else to do. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** Figures of one part of the bench. */
export type Section = { readonly title: string; readonly figures: readonly Figure[] };

/** Whether a figure is as it should be; null without a target. */
export function isMet({ value, target }: Figure): boolean | null {
  if (target === null) return null;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** What each account more adds to a median figure. */
export function toMarginal(
  small: { readonly size: number; readonly values: readonly number[] },
  large: { readonly size: number; readonly values: readonly number[] },
): number {
  return (median(large.values) - median(small.values)) / (large.size - small.size);
}

/** Writes what a run is measured on, for its first line. */
export function writeMachine(): string {
  return `Node ${version}, ${availableParallelism()} cores\n`;
}

/** Writes the figures of a section as a table in Markdown. */
export function writeSection({ title, figures }: Section): string {
  return ['', `**${title}**`, '', ...writeTable(figures), ''].join('\n');
}

/** Writes which targets were missed, for the last line. */
export function writeMissed(sections: readonly Section[]): string {
  const missed = sections.flatMap(({ figures }) =>
    figures.filter((figure) => isMet(figure) === false).map(({ what }) => what),
  );
  return missed.length === 0 ? '\nEvery target is met.\n' : `\nMissed: ${missed.join('; ')}.\n`;
}

function writeTable(figures: readonly Figure[]): readonly string[] {
  const rows = figures.map((figure) => [
    figure.what,
    `${format(figure.value)} ${figure.unit}`,
    formatTarget(figure.target),
    { true: 'met', false: '**missed**', null: '' }[`${isMet(figure)}`],
  ]);
  return ['| figure | measured | target | |', '| --- | --- | --- | --- |'].concat(
    rows.map((row) => `| ${row.join(' | ')} |`),
  );
}

function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function formatTarget(target: Target | null): string {
  if (target === null) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}
