import type { Bench } from '../bench.ts';
import type { Figure, Section } from '../figure.ts';
import { openAppliedFleet, openProject } from '../fleet/open-fleet.ts';
import type { Served } from '../fleet/start-service.ts';

// It writes manifests where there are none.
const exportAll = 'export --all';
const commands = ['validate', 'plan', 'drift', 'apply', 'status', exportAll];

/** Measures the most memory of commands that read a whole fleet on canned answers, at two sizes. */
export async function measureMemory(bench: Bench, emulator: Served): Promise<Section> {
  const { memory, share } = bench.sizes;
  const peaks: number[][] = commands.map(() => []);
  const times: number[][] = commands.map(() => []);
  for (const accounts of memory) {
    const fleet = await openAppliedFleet(bench, emulator, accounts);
    const empty = await openProject(bench, fleet.served, []);
    for (const [index, command] of commands.entries()) {
      bench.say(`${command} of ${accounts} accounts`);
      const { run } = command === exportAll ? empty : fleet;
      const { peakKb, cpuMs } = await run([...command.split(' '), '--format', 'json']);
      peaks[index]?.push(peakKb / 1024);
      times[index]?.push(cpuMs);
    }
    await fleet.served.end();
  }
  const [small, large] = memory;
  const figures: Figure[] = commands.flatMap((command, index): Figure[] => {
    const [less = 0, more = 0] = peaks[index] ?? [];
    const [early = 0, late = 0] = times[index] ?? [];
    const growth = share < 1 ? null : { atMost: 1.2 };
    return [
      {
        what: `peak of \`${command}\`, ${large} accounts`,
        value: more,
        unit: 'MiB',
        target: share < 1 ? null : { atMost: 256 },
      },
      {
        what: `peak of \`${command}\`, ${large} to ${small}`,
        value: more / less,
        unit: 'times',
        target: growth,
      },
      {
        what: `processor time of \`${command}\`, an account more`,
        value: (late - early) / (large - small),
        unit: 'ms',
        target: null,
      },
    ];
  });
  return { title: 'Peak memory of commands that change nothing', figures };
}
