import { beforeAll, expect, it } from 'vitest';
import type { Fault } from '../../src/emulator/control/faults.ts';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import { applyRoughly } from '../faults/rough-apply.ts';
import { isTried } from '../faults/share.ts';
import type { Tap } from '../faults/tap-ports.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { applyAll, listLeft, listWrites, openQuickstart } from '../worlds/quickstart.ts';

const creates = { method: 'POST', path: '/v1.0/**' };

/** Names of all that exists, so that a second one of anything is seen. */
function listExisting(fixture: TestFixture): string[] {
  const { accounts } = fixture.emulator.control.dump();
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
  const fixture = await openQuickstart();
  await applyAll(fixture);
  count = listWrites(fixture).filter((write) => write.startsWith('POST')).length;
  existing = listExisting(fixture);
});

// What fails is gone on with; nothing may be there twice, at no time.
async function applyUntilDone(fixture: TestFixture, faults: readonly Fault[]): Promise<string[]> {
  fixture.emulator.control.plantFaults(faults);
  await applyAll(fixture);
  const amid = listExisting(fixture);
  expect(new Set(amid).size, 'something is there twice').toBe(amid.length);
  fixture.emulator.control.plantFaults([]);
  const outcomes = await applyAll(fixture);
  expect(outcomes.every(isSuccess)).toBe(true);
  expect(listLeft(await fixture.plan())).toEqual([]);
  return listExisting(fixture);
}

const losses = ['drop-after', 'drop-before', 'truncate', 'garble'] as const;

// Each answer is lost in one of these ways, with CHECK_FULL=1 in all of them.
it.each(losses)(
  'makes nothing twice where the answer of any one create is lost by %s',
  async (action) => {
    expect(count).toBeGreaterThan(8);
    const share = { turn: losses.indexOf(action), parts: losses.length };
    for (let nth = 1; nth <= count; nth += 1) {
      if (!isTried(nth, share)) continue;
      const fixture = await openQuickstart();
      expect(await applyUntilDone(fixture, [{ ...creates, do: action, nth }])).toEqual(existing);
      await fixture.close();
    }
  },
  120_000,
);

it.each(losses)(
  'makes nothing twice where the answers of all creates are lost by %s',
  async (action) => {
    const fixture = await openQuickstart();
    expect(await applyUntilDone(fixture, [{ ...creates, do: action }])).toEqual(existing);
  },
);

it('makes nothing twice where the answers of creates are lost and the looks for them fail', async () => {
  for (const path of ['/v1.0/cycles', '/v1.0/account/connectors', '/v1.0/accounts/*']) {
    const fixture = await openQuickstart();
    const planned = await fixture.plan();
    fixture.emulator.control.plantFaults([
      { ...creates, do: 'drop-after' },
      { method: 'GET', path, do: 'status', status: 500 },
    ]);
    await fixture.apply({ planned });
    expect(await applyUntilDone(fixture, [])).toEqual(existing);
    await fixture.close();
  }
});

it('makes nothing twice where lists show too late what was made', async () => {
  for (let nth = 1; nth <= count; nth += 1) {
    const fixture = await openQuickstart();
    const faults: Fault[] = [
      { ...creates, do: 'lag', requests: 3, nth },
      { ...creates, do: 'drop-after', nth: nth + 1 },
    ];
    expect(await applyUntilDone(fixture, faults)).toEqual(existing);
    await fixture.close();
  }
});

it('makes nothing twice where an apply dies right after an install, and lists show late what it made', async () => {
  const install = { method: 'POST', path: '/v1.0/templates/*/install' } as const;
  for (let requests = 1; requests <= 8; requests += 1) {
    const fixture = await openQuickstart();
    fixture.emulator.control.plantFaults([{ ...install, do: 'lag', requests, nth: 1 }]);
    const { promise: death, resolve } = Promise.withResolvers<void>();
    let isDead = false;
    const tap: Tap = async (call, go) => {
      const result = isDead ? null : await go();
      if (call.name === 'installTemplate') isDead = true;
      if (!isDead) return result;
      resolve();
      return new Promise(() => undefined);
    };
    await applyRoughly(fixture, { tap, death });
    expect(isDead).toBe(true);
    fixture.emulator.control.plantFaults([]);
    for (let more = 0; more < 6; more += 1) await applyAll(fixture);
    expect(listExisting(fixture), `hidden for ${requests} lists`).toEqual(existing);
    await fixture.close();
  }
}, 60_000);
