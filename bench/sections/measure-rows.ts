import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Figure, Section, Target } from '../figure.ts';
import { blueprintFile, interval } from '../fleet/make-rows.ts';
import { openAppliedRows } from '../fleet/open-fleet.ts';
import type { Served } from '../fleet/start-service.ts';
import { median } from '../median.ts';

/** Measures accounts that are rows of a table: validate, plan at two sizes, and one changed line. */
export async function measureRows(bench: Bench, emulator: Served): Promise<Section> {
  const { rows, rounds, share } = bench.sizes;
  const at = (target: Target) => (share < 1 ? null : target);
  const plans = [];
  let figures: readonly Figure[] = [];
  for (const accounts of rows) {
    bench.say(`plan of ${accounts} rows`);
    const fleet = await openAppliedRows(bench, emulator, accounts);
    plans.push(await fleet.run(['plan', '--format', 'json']));
    if (accounts === rows[1]) {
      bench.say(`validate of ${accounts} rows, and a plan of one changed line`);
      const runs = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await fleet.run(['validate']));
      figures = [
        {
          what: `processor time of \`validate\`, ${accounts} rows`,
          value: median(runs.map(({ cpuMs }) => cpuMs)),
          unit: 'ms',
          target: at({ atMost: 2_000 }),
        },
        {
          what: `peak memory of \`validate\`, ${accounts} rows`,
          value: median(runs.map(({ peakKb }) => peakKb)) / 1024,
          unit: 'MiB',
          target: at({ atMost: 256 }),
        },
        ...(await measureLine(fleet, accounts)),
      ];
    }
    await fleet.served.end();
  }
  const [small, , large] = plans;
  const [few, , many] = rows;
  return {
    title: 'Rows of a table, an account each: 2 connectors, 2 cycles and 7 mappings',
    figures: [
      ...figures,
      {
        what: `peak of \`plan\`, ${many} rows to ${few}`,
        value: (large?.peakKb ?? 0) / (small?.peakKb ?? 1),
        unit: 'times',
        target: at({ atMost: 1.2 }),
      },
      {
        what: `processor time of \`plan\`, a row of ${many} to one of ${few}`,
        value: (large?.cpuMs ?? 0) / many / ((small?.cpuMs ?? 1) / few),
        unit: 'times',
        target: at({ atMost: 1.1 }),
      },
    ],
  };
}

/** Measures the report of a plan in which one line of the blueprint changes every account. */
async function measureLine(
  fleet: Awaited<ReturnType<typeof openAppliedRows>>,
  accounts: number,
): Promise<readonly Figure[]> {
  const { folder } = fleet.paths;
  const path = join(folder, blueprintFile);
  const before = await readFile(path, 'utf8');
  await writeFile(path, before.replace(`every: ${interval.before}`, `every: ${interval.after}`));
  const comment = join(folder, 'comment.md');
  const { stdout } = await fleet.run(['plan', '--report', `markdown=${comment}`]);
  await writeFile(path, before);
  return [
    {
      what: `lines of \`plan\` in which one line changes ${accounts} accounts`,
      value: stdout.trimEnd().split('\n').length,
      unit: 'lines',
      target: { atMost: 40 },
    },
    {
      what: 'size of its Markdown',
      value: Buffer.byteLength(await readFile(comment, 'utf8')) / 1024,
      unit: 'KiB',
      target: { atMost: 20 },
    },
  ];
}
