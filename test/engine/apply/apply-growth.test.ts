import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { fleetSecrets, formatManifest, makeSpec } from '../../../bench/fleet/make-fleet.ts';
import { nameColumn, widenWorld } from '../../../bench/fleet/widen-world.ts';
import type { WrittenCycle } from '../../../src/model/manifest/manifest.generated.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { quickstartWorldText } from '../../emulator/support/worlds.ts';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { openTrafficCount } from '../../wire/count-traffic.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import { listLeft } from '../../worlds/quickstart.ts';

// An account that is twice as large takes twice as much. Three sizes show it whatever the rest takes: from the second
// to the third as much is added twice as from the first to the second. A square would add four times as much.

const times = { atMost: 2.3, atLeast: 1.7 };

it('bytes of the store grow with the cycles of an account, not with their square', async () => {
  const bytes: number[] = [];
  for (const count of [10, 20, 40]) {
    const cycles = repeat<WrittenCycle>(count, (number) => [
      `cycle-${number}`,
      { ...from, displayName: `Cycle ${number}`, state: 'active', schedule: { every: '1h' } },
    ]);
    bytes.push((await applyOne(cycles)).storeBytes);
  }
  expectLinear(bytes);
}, 30_000);

it('requests and bytes grow with the mappings of a cycle, and a plan asks the same', async () => {
  const sizes = [40, 80, 160];
  const taken: Taken[] = [];
  for (const count of sizes) {
    const fields = repeat(count, (number) => [nameColumn(number), `value ${number}`]);
    taken.push(await applyOne({ wide: { ...from, steps: { 'Write file': { fields } } } }, count));
  }
  // One for each mapping. The plan afterwards signs in no more, and lists all mappings of a step by one.
  expect(taken.map(({ requests }) => requests)).toEqual(
    sizes.map((count) => ({ apply: 25 + count, plan: 7 })),
  );
  for (const readBytes of bytesOfWide) expectLinear(taken.map(readBytes));
  expect(taken.map(({ plan }) => plan.sent)).toEqual([0, 0, 0]);
}, 30_000);

const bytesOfWide: readonly ((taken: Taken) => number)[] = [
  ({ apply }) => apply.sent,
  ({ apply }) => apply.received,
  ({ plan }) => plan.received,
  ({ storeBytes }) => storeBytes,
];

function expectLinear([small = 0, middle = 0, large = 0]: readonly number[]): void {
  const added = (large - middle) / (middle - small);
  expect(added, `${small}, ${middle} and ${large} bytes`).toBeLessThan(times.atMost);
  expect(added, `${small}, ${middle} and ${large} bytes`).toBeGreaterThan(times.atLeast);
}

type Taken = Awaited<ReturnType<typeof applyOne>>;

const from = { from: { template: 'Contacts to Files' } } as const;

async function applyOne(cycles: Readonly<Record<string, WrittenCycle>>, columns = 0) {
  const folder = makeTemporaryFolder();
  const traffic = openTrafficCount();
  const fixture = await openFixture({
    world: stringify(widenWorld(parse(quickstartWorldText), columns)),
    manifests: { 'accounts/one.yaml': formatManifest('one', { ...makeSpec('one.id'), cycles }) },
    secrets: fleetSecrets,
    storeFile: join(folder, 'store.db'),
    front: traffic.open,
  });
  expect((await fixture.apply()).every(isSuccess)).toBe(true);
  const applied = { ...traffic.read(), requests: countRequests(fixture) };
  expect(listLeft(await fixture.plan())).toEqual([]);
  const all = { ...traffic.read(), requests: countRequests(fixture) };
  await fixture.close();
  return {
    requests: { apply: applied.requests, plan: all.requests - applied.requests },
    apply: applied,
    plan: { sent: all.sent - applied.sent, received: all.received - applied.received },
    storeBytes: countBytes(folder),
  };
}

function countRequests({ emulator }: TestFixture): number {
  return emulator.requests().length;
}

function countBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function repeat<T>(
  count: number,
  make: (number: number) => readonly [string, T],
): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => make(index + 1)));
}
