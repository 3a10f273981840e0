import { beforeAll, expect, it } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { put, signIn, startEmulator } from '../emulator/start-emulator.ts';
import { comparePortraits, writeDifference } from './compare-portraits.ts';
import { countFeatures } from './features.ts';
import { fleetWorld } from './fleet-world.ts';
import { makeFleet } from './make-fleet.ts';
import { drawPortrait, type Portrait } from './portrait.ts';

let emulator: Emulator;
let portrait: Portrait;

beforeAll(async () => {
  emulator = await startEmulator({ world: fleetWorld, frozenAt: '2026-12-01T05:00:00Z' });
  await makeFleet(emulator, { accounts: 20, seed: 1 });
  portrait = await drawPortrait(emulator);
});

it('twenty accounts made by hand have each feature that the emulator has', () => {
  const missing = [...countFeatures(portrait)].filter(([, count]) => count === 0);
  expect(missing).toEqual([]);
});

it('the comparison of two services names what is different, and nothing else', async () => {
  const caller = await signIn(emulator);
  const { accounts } = emulator.control.dump();
  const account = accounts.find(({ cycles }) => cycles.some(({ status }) => status === 'Paused'));
  const cycle = account?.cycles.find(({ status }) => status === 'Paused');
  const inside = caller.inside(account?.id ?? '');
  expect(await put(inside, `/cycles/${cycle?.id}`, { Tags: ['by hand'] })).toMatchObject({
    status: 200,
  });
  const found = comparePortraits(portrait, await drawPortrait(emulator));
  const tags = JSON.stringify(cycle?.tags.toSorted());
  expect(found.map(writeDifference)).toEqual([
    `${account?.id}/cycles/${cycle?.name}/tags: ${tags}, and on the other side ["by hand"]`,
  ]);
});
