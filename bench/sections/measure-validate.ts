import type { Bench } from '../bench.ts';
import type { Section, Target } from '../figure.ts';
import { openFleet } from '../fleet/open-fleet.ts';
import type { Served } from '../fleet/start-service.ts';
import { median } from '../median.ts';

/** Measures the check of many manifests, without any request. */
export async function measureValidate(bench: Bench, emulator: Served): Promise<Section> {
  const { manifests, rounds, share } = bench.sizes;
  bench.say(`validate of ${manifests} manifests`);
  const fleet = await openFleet(bench, emulator, manifests);
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await fleet.run(['validate']));
  const at = (target: Target) => (share < 1 ? null : target);
  return {
    title: `\`validate\` of ${manifests} manifests`,
    figures: [
      {
        what: `processor time of \`validate\``,
        value: median(runs.map(({ cpuMs }) => cpuMs)),
        unit: 'ms',
        target: at({ atMost: 3_800 }),
      },
      {
        what: 'time of `validate`',
        value: median(runs.map(({ wallMs }) => wallMs)),
        unit: 'ms',
        target: at({ atMost: 2_200 }),
      },
      {
        what: 'peak memory of `validate`',
        value: median(runs.map(({ peakKb }) => peakKb)) / 1024,
        unit: 'MiB',
        target: at({ atMost: 200 }),
      },
    ],
  };
}
