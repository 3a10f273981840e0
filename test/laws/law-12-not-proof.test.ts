import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Changes of running and resting cycles, connectors and accounts, and a cycle that goes. */
function editAll(place: TestFixture): void {
  editManifest(place, 'northwind', { from: 'timezone: Europe/Berlin', to: 'timezone: UTC' });
  editManifest(place, 'northwind', { from: 'region: emea', to: 'region: apac' });
  editManifest(place, 'northwind', { from: 'rootFolder: /contacts', to: 'rootFolder: /people' });
  editManifest(place, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
  editManifest(place, 'northwind', { from: 'every: 15m', to: 'every: 30m' });
  editManifest(place, 'contoso', {
    from: /connectors:[\s\S]*$/,
    to: 'connectors: {}\n  cycles: {}',
  });
}

async function countWrites(prepare: (place: TestFixture) => Promise<void>) {
  const place = await openQuickstart();
  await prepare(place);
  const before = listWrites(place).length;
  await applyAll(place);
  const made = listWrites(place).slice(before);
  await place.close();
  return writes.map((method) => ({
    method,
    count: made.filter((write) => write.startsWith(method)).length,
  }));
}

const stages = {
  'what is made': async () => undefined,
  'what is changed': async (place: TestFixture) => {
    await applyAll(place);
    editAll(place);
  },
};

it.each(Object.entries(stages))(
  'finds out each write that the service answers with success and does not do, of %s',
  async (_, prepare) => {
    for (const { method, count } of await countWrites(prepare)) {
      for (let nth = 1; nth <= count; nth += 1) {
        const place = await openQuickstart();
        await prepare(place);
        const since = listWrites(place).length;
        place.emulator.control.plantFaults([{ method, path: '/v1.0/**', do: 'ignore', nth }]);
        const outcomes = await applyAll(place);
        const ignored = listWrites(place).filter((write) => write.startsWith(method));
        const which = `${method} ${nth} of ${ignored.length}, ${listWrites(place)[since]}`;
        place.emulator.control.plantFaults([]);
        const isFine = outcomes.every(isSuccess);
        const amid = await place.plan();
        const left = listLeft(amid);
        // Where apply says that all is done, all is done.
        if (isFine) expect(left, which).toEqual([]);
        else expect(listReported(outcomes).length, which).toBeGreaterThan(0);
        // What is left undone is never left unsaid; an account that is not planned says why.
        const again = await applyAll(place, { planned: amid });
        const planned = (await place.plan()).filter(({ kind }) => kind === 'planned');
        const rest = again.every(isSuccess) ? listLeft(planned) : [];
        expect(rest, `${which}, and then applied again`).toEqual([]);
        await place.close();
      }
    }
  },
  240_000,
);

it('says both values where the service lowers what it was sent', async () => {
  const place = await openQuickstart({ choices: { retentionMaximumHours: 168 } });
  const outcomes = await applyAll(place);
  expect(outcomes.map(isSuccess)).toEqual([false, false]);
  const told = listReported(outcomes);
  expect(told.map(({ code, address }) => `${code} ${address}`)).toEqual([
    'kept-another-value contoso/retention/erroredHours',
    'kept-another-value northwind/retention/erroredHours',
  ]);
  expect(told[0]?.values).toMatchObject({ sent: { value: 744 }, kept: { value: 168 } });
});

it('forgets nothing that the service says to have deleted and has not', async () => {
  for (const path of ['/v1.0/cycles/*', '/v1.0/account/connectors/*']) {
    const place = await openQuickstart();
    await applyAll(place);
    editManifest(place, 'contoso', {
      from: /connectors:[\s\S]*$/,
      to: 'connectors: {}\n  cycles: {}',
    });
    place.emulator.control.plantFaults([{ method: 'DELETE', path, do: 'ignore', nth: 1 }]);
    const codes = listReported(await applyAll(place)).map(({ code }) => code);
    expect(codes, path).toContain('kept-another-value');
    place.emulator.control.plantFaults([]);
    expect((await applyAll(place)).every(isSuccess)).toBe(true);
    const { connectors, cycles } = readLive(place, 'contoso');
    expect(connectors).toEqual([]);
    expect(cycles.map(({ status }) => status)).toEqual(['DeleteScheduled']);
  }
});

it('gives a cycle the tag that it is known by with its name, where both were answered and not done', async () => {
  const place = await openQuickstart();
  const path = '/v1.0/cycles/*';
  place.emulator.control.plantFaults([{ method: 'PUT', path, do: 'ignore' }]);
  await applyAll(place);
  place.emulator.control.plantFaults([]);
  await applyAll(place);
  const { cycles } = readLive(place, 'northwind');
  const known = new Map(cycles.map(({ name, tags }) => [name, tags]));
  expect(known.get('Contacts to files')).toContain('cyclectl:contacts-to-files');
  expect(known.get('Contacts to mailer')).toContain('cyclectl:contacts-to-mailer');
});
