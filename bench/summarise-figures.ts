import { addBudgets, type Budget } from '../test/engine/run/requests/budget.ts';
import type { FleetFigures, PlanRound } from './measure-fleet.ts';
import type { StartUpFigures } from './measure-start-up.ts';
import { median } from './median.ts';

/** All that one run of the bench measured. */
export type Measured = {
  readonly startUp: StartUpFigures;
  readonly fleets: readonly FleetFigures[];
};

/** A figure that has a target. Each is a ratio within one run, so that it says something on any machine. */
export type Ratio = {
  readonly what: string;
  readonly value: number;
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
};

/** The figures that the targets are about. */
export function summariseFigures({ startUp, fleets }: Measured): readonly Ratio[] {
  const smallest = fleets[0];
  const ratios: Ratio[] = fleets.flatMap((fleet) => [
    {
      what: `(a) requests of a plan of ${fleet.accounts}, to its budget`,
      value: fleet.requestCount / countAll(fleet.budget),
      target: { atMost: 1 },
    },
    {
      what: `(b) throughput of a plan of ${fleet.accounts}, to the bare loop`,
      value: median(fleet.rounds.map(compareWithBare(fleet))),
      target: { atLeast: 0.7 },
    },
  ]);
  for (const fleet of fleets.slice(1)) {
    if (smallest === undefined) continue;
    const growth = fleet.accounts / smallest.accounts;
    const compare = (name: keyof PlanRound) => middleOf(fleet, name) / middleOf(smallest, name);
    const of = `of ${fleet.accounts}, to that of ${smallest.accounts}`;
    const each = { atMost: 1.2 };
    ratios.push(
      {
        what: `(c) time for each account ${of}`,
        value: compare('durationMs') / growth,
        target: each,
      },
      { what: `(c) processor time of each ${of}`, value: compare('cpuMs') / growth, target: each },
      { what: `(c) peak memory ${of}`, value: compare('peakKb'), target: { atMost: 1.2 } },
    );
  }
  const value = startUp.versionMs / startUp.nodeMs;
  return [...ratios, { what: '(d) --version, to node -e 0', value, target: { atMost: 3 } }];
}

/** Whether a figure is as it should be. */
export function isMet({ value, target }: Ratio): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** The middle of one figure of a fleet's rounds. */
export function middleOf(fleet: FleetFigures, name: keyof PlanRound): number {
  return median(fleet.rounds.map((round) => round[name]));
}

/** Requests of a budget, whatever they ask for. */
export function countAll(budget: Budget): number {
  return Object.values(addBudgets(budget, {})).reduce((sum, count) => sum + count, 0);
}

// The loop makes every request of the plan but the sign-in.
function compareWithBare(fleet: FleetFigures): (round: PlanRound) => number {
  return ({ durationMs, bareMs }) =>
    fleet.requestCount / durationMs / ((fleet.requestCount - 1) / bareMs);
}
