import type { DriftFinding } from '../plan/plan.ts';

/** A stored run of drift. */
export type DriftRun = {
  /** Sorts by time. */
  readonly id: string;
  /** ISO UTC. */
  readonly at: string;
  readonly commit: string | null;
  /** `--select` as written; empty for the whole fleet. */
  readonly select: readonly string[];
} & DriftTally;

/** Counts of a drift report. */
export type DriftTally = {
  readonly accounts: number;
  readonly withDrift: number;
  readonly unread: number;
  readonly items: number;
  readonly byKind: Readonly<Record<DriftFinding['kind'], number>>;
  readonly byMoved: Readonly<Record<DriftFinding['moved'], number>>;
};

/** A run over the whole fleet, as a point of a chart. */
export type TrendPoint = Pick<DriftRun, 'at' | 'commit'> & DriftTally;

/** Points of a trend that a report has. */
export const maxTrendPoints = 60;

/** The point of a run. */
export function toTrendPoint({ id: _id, select: _select, ...point }: DriftRun): TrendPoint {
  return point;
}
