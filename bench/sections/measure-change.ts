import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Figure, Section } from '../figure.ts';
import { nameAccount } from '../fleet/make-fleet.ts';
import { type Fleet, fleetWorld, openFleet } from '../fleet/open-fleet.ts';
import { startEmulator } from '../fleet/start-service.ts';
import type { Usage } from '../run-program.ts';

type Step = Usage & { readonly requests: readonly unknown[] };

/** Measures on the emulator, at two sizes: applies, and plans that leave out what was applied. */
export async function measureChange(bench: Bench): Promise<Section> {
  const [small, large] = bench.sizes.changed;
  const less = await changeFleet(bench, small);
  const more = await changeFleet(bench, large);
  const figures = more.flatMap(({ what, of, target }, index): Figure[] => {
    const early = less[index]?.of;
    if (early === undefined) return [];
    const perAccount = (read: (step: Step) => number) => (read(of) - read(early)) / (large - small);
    return [
      {
        what: `requests, ${what}`,
        value: perAccount(({ requests }) => requests.length),
        unit: 'requests',
        target,
      },
      {
        what: `processor time, ${what}`,
        value: perAccount(({ cpuMs }) => cpuMs),
        unit: 'ms',
        target: null,
      },
      {
        what: `peak memory, ${what}, ${large} accounts`,
        value: of.peakKb / 1024,
        unit: 'MiB',
        target: null,
      },
    ];
  });
  return {
    title: 'Applies, and plans that leave out what was applied: for each account more',
    figures,
  };
}

type Measured = { readonly what: string; readonly of: Step; readonly target: Figure['target'] };

async function changeFleet(bench: Bench, accounts: number): Promise<readonly Measured[]> {
  bench.say(`applies of ${accounts} accounts`);
  const served = await startEmulator(fleetWorld);
  const fleet = await openFleet(bench, served, accounts);
  const created = await fleet.run(apply);
  const [lists, changed] = [await fleet.run(refresh('lists')), await fleet.run(refresh('changed'))];
  await editAll(fleet, accounts);
  const edited = await fleet.run(apply);
  await served.end();
  return [
    { what: 'first apply', of: created, target: { atMost: 46 } },
    { what: 'apply of one edit in each', of: edited, target: null },
    { what: '`plan --refresh lists`', of: lists, target: { atMost: 2 } },
    { what: '`plan --refresh changed`', of: changed, target: { atMost: 0 } },
  ];
}

const apply = ['apply', '--yes', '--format', 'json'];

function refresh(what: string): readonly string[] {
  return ['plan', '--format', 'json', '--refresh', what];
}

// One static field of one running cycle.
async function editAll({ paths }: Fleet, accounts: number): Promise<void> {
  for (let number = 1; number <= accounts; number += 1) {
    const file = join(paths.folder, 'accounts', `${nameAccount(number)}.yaml`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('nobody@example.com', 'somebody@example.com'));
  }
}
