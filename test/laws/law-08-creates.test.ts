import { beforeAll, expect, it } from 'vitest';
import type { Fault } from '../../src/emulator/control/faults.ts';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import { applyRoughly } from '../faults/rough-apply.ts';
import type { Tap } from '../faults/tap-ports.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { applyAll, listLeft, listWrites, openQuickstart } from '../worlds/quickstart.ts';

const creates = { method: 'POST', path: '/v1.0/**' };

/** Names of all that exists, so that a second one of anything is seen. */
function listExisting(place: TestFixture): string[] {
  const { accounts } = place.emulator.control.dump();
  return accounts
    .flatMap((account) => [
      account.externalId,
      ...account.connectors.flatMap(({ name, properties }) => [
        `${account.externalId} ${name}`,
        ...properties.map((property) => `${account.externalId} ${name} ${property.name}`),
      ]),
      ...account.cycles.map(({ name }) => `${account.externalId} ${name}`),
    ])
    .sort();
}

// What an apply without trouble comes to, and how many creates it takes.
let existing: readonly string[];
let count: number;

beforeAll(async () => {
  const place = await openQuickstart();
  await applyAll(place);
  count = listWrites(place).filter((write) => write.startsWith('POST')).length;
  existing = listExisting(place);
});

// What fails is gone on with; nothing may be there twice, at no time.
async function applyUntilDone(place: TestFixture, faults: readonly Fault[]): Promise<string[]> {
  place.emulator.control.plantFaults(faults);
  await applyAll(place);
  const amid = listExisting(place);
  expect(new Set(amid).size, 'something is there twice').toBe(amid.length);
  place.emulator.control.plantFaults([]);
  const outcomes = await applyAll(place);
  expect(outcomes.every(isSuccess)).toBe(true);
  expect(listLeft(await place.plan())).toEqual([]);
  return listExisting(place);
}

it.each(['drop-after', 'drop-before', 'truncate', 'garble'] as const)(
  'makes nothing twice where the answer of any one create is lost by %s',
  async (deed) => {
    expect(count).toBeGreaterThan(8);
    for (let nth = 1; nth <= count; nth += 1) {
      const place = await openQuickstart();
      expect(await applyUntilDone(place, [{ ...creates, do: deed, nth }])).toEqual(existing);
      await place.close();
    }
  },
  120_000,
);

it.each(['drop-after', 'drop-before', 'truncate', 'garble'] as const)(
  'makes nothing twice where the answers of all creates are lost by %s',
  async (deed) => {
    const place = await openQuickstart();
    expect(await applyUntilDone(place, [{ ...creates, do: deed }])).toEqual(existing);
  },
);

it('makes nothing twice where the answers of creates are lost and the looks for them fail', async () => {
  for (const path of ['/v1.0/cycles', '/v1.0/account/connectors', '/v1.0/accounts/*']) {
    const place = await openQuickstart();
    const planned = await place.plan();
    place.emulator.control.plantFaults([
      { ...creates, do: 'drop-after' },
      { method: 'GET', path, do: 'status', status: 500 },
    ]);
    await place.apply({ planned });
    expect(await applyUntilDone(place, [])).toEqual(existing);
    await place.close();
  }
});

it('makes nothing twice where lists show too late what was made', async () => {
  for (let nth = 1; nth <= count; nth += 1) {
    const place = await openQuickstart();
    const faults: Fault[] = [
      { ...creates, do: 'lag', requests: 3, nth },
      { ...creates, do: 'drop-after', nth: nth + 1 },
    ];
    expect(await applyUntilDone(place, faults)).toEqual(existing);
    await place.close();
  }
});

it('makes nothing twice where an apply dies right after an install, and lists show late what it made', async () => {
  const install = { method: 'POST', path: '/v1.0/templates/*/install' } as const;
  for (let requests = 1; requests <= 8; requests += 1) {
    const place = await openQuickstart();
    place.emulator.control.plantFaults([{ ...install, do: 'lag', requests, nth: 1 }]);
    const { promise: death, resolve } = Promise.withResolvers<void>();
    let isDead = false;
    const tap: Tap = async (call, go) => {
      const result = isDead ? null : await go();
      if (call.name === 'installTemplate') isDead = true;
      if (!isDead) return result;
      resolve();
      return new Promise(() => undefined);
    };
    await applyRoughly(place, { tap, death });
    expect(isDead).toBe(true);
    place.emulator.control.plantFaults([]);
    for (let more = 0; more < 6; more += 1) await applyAll(place);
    expect(listExisting(place), `hidden for ${requests} lists`).toEqual(existing);
    await place.close();
  }
}, 60_000);
