import type { Bench } from '../bench.ts';
import { type Figure, type Section, toMarginal } from '../figure.ts';
import { type AppliedFleet, openAppliedFleet } from '../fleet/open-fleet.ts';
import type { Served } from '../fleet/start-service.ts';
import { median } from '../median.ts';
import type { Usage } from '../run-program.ts';

/** A plan without anything to do, and the loop that makes the same GETs right after it. */
type Rounds = {
  readonly size: number;
  readonly requests: number;
  readonly plans: readonly Usage[];
  readonly loops: readonly Usage[];
};

/**
 * Measures plans without anything to do on canned answers: requests and processor time of an account more,
 * and whole processes beside the loop. Plans read cycles by their exports, or by their parts.
 */
export async function measurePlan(bench: Bench, emulator: Served): Promise<Section> {
  const { sizes } = bench;
  const [byExports, byParts]: [Rounds[], Rounds[]] = [[], []];
  for (const size of sizes.marginal) {
    bench.say(`plans of ${size} accounts, by exports and by parts`);
    const fleet = await openAppliedFleet(bench, emulator, size);
    for (const [found, isExporting] of [
      [byExports, true],
      [byParts, false],
    ] as const) {
      await fleet.served.answerSo({ latencyMs: 0, isExporting });
      found.push(await measureRounds(fleet, sizes.rounds));
    }
    await fleet.served.end();
  }
  return {
    title: 'A plan without anything to do: 2 connectors, 2 cycles and 7 mappings an account',
    figures: [
      ...summarise('by exports', byExports, { requests: 5, cpuMs: 2 }),
      // The larger list of accounts has another page.
      ...summarise('by parts', byParts, { requests: 9.01, cpuMs: 2 }),
      ...(await measureSlow(bench, emulator)),
    ],
  };
}

async function measureRounds(fleet: AppliedFleet, count: number): Promise<Rounds> {
  const first = await fleet.run(plan);
  const { summary } = (JSON.parse(first.stdout) as PlanReport).run;
  if (summary.notPlanned + summary.operations > 0)
    throw new Error(`The plan is not one without anything to do: ${JSON.stringify(summary)}`);
  const plans: Usage[] = [];
  const loops: Usage[] = [];
  for (let round = 0; round < count; round += 1) {
    plans.push(await fleet.run(plan));
    loops.push(await fleet.runLoop(first.requests));
  }
  return { size: summary.accounts, requests: first.requests.length, plans, loops };
}

const plan = ['plan', '--format', 'json'];

type PlanReport = {
  readonly run: {
    readonly summary: {
      readonly accounts: number;
      readonly notPlanned: number;
      readonly operations: number;
    };
  };
};

function summarise(
  how: string,
  rounds: readonly Rounds[],
  target: { readonly requests: number; readonly cpuMs: number },
): readonly Figure[] {
  const [small, large] = rounds;
  if (small === undefined || large === undefined) return [];
  const toCpu = (list: 'plans' | 'loops') =>
    toMarginal(
      { size: small.size, values: small[list].map(({ cpuMs }) => cpuMs) },
      { size: large.size, values: large[list].map(({ cpuMs }) => cpuMs) },
    );
  const each = `an account more, ${how}`;
  return [
    {
      what: `requests, ${each}`,
      value: (large.requests - small.requests) / (large.size - small.size),
      unit: 'requests',
      target: { atMost: target.requests },
    },
    {
      what: `processor time, ${each}`,
      value: toCpu('plans'),
      unit: 'ms',
      target: { atMost: target.cpuMs },
    },
    { what: `the same of the loop, ${how}`, value: toCpu('loops'), unit: 'ms', target: null },
    {
      what: `throughput of ${large.size} accounts, to the loop, ${how}`,
      value: toThroughput(large),
      unit: 'times',
      target: null,
    },
  ];
}

// Whole processes, from their start to their end.
function toThroughput({ plans, loops }: Rounds): number {
  return median(plans.map(({ wallMs }, round) => (loops[round]?.wallMs ?? Number.NaN) / wallMs));
}

async function measureSlow(bench: Bench, emulator: Served): Promise<readonly Figure[]> {
  const { slow, rounds } = bench.sizes;
  bench.say(`plans of ${slow} accounts, 20 ms an answer`);
  const fleet = await openAppliedFleet(bench, emulator, slow);
  const figures: Figure[] = [];
  for (const isExporting of [true, false]) {
    await fleet.served.answerSo({ latencyMs: 20, isExporting });
    const how = isExporting ? 'by exports' : 'by parts';
    figures.push({
      what: `throughput of ${slow} accounts at 20 ms, to the loop, ${how}`,
      value: toThroughput(await measureRounds(fleet, Math.min(rounds, 3))),
      unit: 'times',
      target: isExporting || bench.sizes.share < 1 ? null : { atLeast: 0.9 },
    });
  }
  await fleet.served.end();
  return figures;
}
