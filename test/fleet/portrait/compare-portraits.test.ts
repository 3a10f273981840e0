import { expect, it } from 'vitest';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { openFleetService } from '../fleet-project.ts';
import { makeFleet } from '../make/make-fleet.ts';
import { comparePortraits, writeDifference } from './compare-portraits.ts';
import { drawPortrait } from './portrait.ts';

it('the comparison of two services names what is different, and nothing else', async () => {
  const emulator = await openFleetService(3);
  await makeFleet(emulator, { accounts: 2, seed: 2 });
  const before = await drawPortrait(emulator);
  expect(comparePortraits(before, await drawPortrait(emulator))).toEqual([]);
  const caller = await signIn(emulator);
  const [account] = emulator.control.dump().accounts.filter(({ cycles }) => cycles.length > 0);
  const cycle = account?.cycles.find(({ status }) => status === 'Paused');
  const inside = caller.inside(account?.id ?? '');
  const { status } = await put(inside, `/cycles/${cycle?.id}`, { Tags: ['by hand'] });
  expect(status).toBe(200);
  const found = comparePortraits(before, await drawPortrait(emulator));
  const tags = JSON.stringify(cycle?.tags.toSorted());
  expect(found.map(writeDifference)).toEqual([
    `${account?.externalId}/cycles/${cycle?.name}/tags: ${tags}, and on the other side ["by hand"]`,
  ]);
});
