import { expect, it } from 'vitest';
import { isSuccess } from '../../src/model/plan/outcome.ts';
import { isTried } from '../faults/share.ts';
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
function editAll(fixture: TestFixture): void {
  editManifest(fixture, 'northwind', { from: 'timezone: Europe/Berlin', to: 'timezone: UTC' });
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  editManifest(fixture, 'northwind', { from: 'rootFolder: /contacts', to: 'rootFolder: /people' });
  editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
  editManifest(fixture, 'northwind', { from: 'every: 15m', to: 'every: 30m' });
  editManifest(fixture, 'contoso', {
    from: /connectors:[\s\S]*$/,
    to: 'connectors: {}\n  cycles: {}',
  });
}

async function countWrites(prepare: (fixture: TestFixture) => Promise<void>) {
  const testFixture = await openQuickstart();
  await prepare(testFixture);
  const before = listWrites(testFixture).length;
  await applyAll(testFixture);
  const made = listWrites(testFixture).slice(before);
  await testFixture.close();
  return writes.map((method) => ({
    method,
    count: made.filter((write) => write.startsWith(method)).length,
  }));
}

const stages = {
  'what is made': async () => undefined,
  'what is changed': async (fixture: TestFixture) => {
    await applyAll(fixture);
    editAll(fixture);
  },
};

it.each(Object.entries(stages))(
  'finds out each write that the service answers with success and does not do, of %s',
  async (_, prepare) => {
    for (const { method, count } of await countWrites(prepare)) {
      for (let nth = 1; nth <= count; nth += 1) {
        if (!isTried(nth, { turn: 0, parts: 2 })) continue;
        const fixture = await openQuickstart();
        await prepare(fixture);
        const since = listWrites(fixture).length;
        fixture.emulator.control.plantFaults([{ method, path: '/v1.0/**', do: 'ignore', nth }]);
        const outcomes = await applyAll(fixture);
        const ignored = listWrites(fixture).filter((write) => write.startsWith(method));
        const which = `${method} ${nth} of ${ignored.length}, ${listWrites(fixture)[since]}`;
        fixture.emulator.control.plantFaults([]);
        const isFine = outcomes.every(isSuccess);
        const amid = await fixture.plan();
        const left = listLeft(amid);
        // Where apply says that all is done, all is done.
        if (isFine) expect(left, which).toEqual([]);
        else expect(listReported(outcomes).length, which).toBeGreaterThan(0);
        // What is left undone is never left unsaid; an account that is not planned says why.
        const again = await applyAll(fixture, { planned: amid });
        const planned = (await fixture.plan()).filter(({ kind }) => kind === 'planned');
        const rest = again.every(isSuccess) ? listLeft(planned) : [];
        expect(rest, `${which}, and then applied again`).toEqual([]);
        await fixture.close();
      }
    }
  },
  240_000,
);

it('says both values where the service lowers what it was sent', async () => {
  const fixture = await openQuickstart({ choices: { retentionMaximumHours: 168 } });
  const outcomes = await applyAll(fixture);
  expect(outcomes.map(isSuccess)).toEqual([false, false]);
  const reported = listReported(outcomes);
  expect(reported.map(({ code, address }) => `${code} ${address}`)).toEqual([
    'kept-another-value contoso/retention/erroredHours',
    'kept-another-value northwind/retention/erroredHours',
  ]);
  expect(reported[0]?.values).toMatchObject({ sent: { value: 744 }, kept: { value: 168 } });
});

it('forgets nothing that the service says to have deleted and has not', async () => {
  for (const path of ['/v1.0/cycles/*', '/v1.0/account/connectors/*']) {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    editManifest(fixture, 'contoso', {
      from: /connectors:[\s\S]*$/,
      to: 'connectors: {}\n  cycles: {}',
    });
    fixture.emulator.control.plantFaults([{ method: 'DELETE', path, do: 'ignore', nth: 1 }]);
    const codes = listReported(await applyAll(fixture)).map(({ code }) => code);
    expect(codes, path).toContain('kept-another-value');
    fixture.emulator.control.plantFaults([]);
    expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
    const { connectors, cycles } = readLive(fixture, 'contoso');
    expect(connectors).toEqual([]);
    expect(cycles.map(({ status }) => status)).toEqual(['DeleteScheduled']);
  }
});

it('gives a cycle the tag that it is known by with its name, where both were answered and not done', async () => {
  const fixture = await openQuickstart();
  const path = '/v1.0/cycles/*';
  fixture.emulator.control.plantFaults([{ method: 'PUT', path, do: 'ignore' }]);
  await applyAll(fixture);
  fixture.emulator.control.plantFaults([]);
  await applyAll(fixture);
  const { cycles } = readLive(fixture, 'northwind');
  const known = new Map(cycles.map(({ name, tags }) => [name, tags]));
  expect(known.get('Contacts to files')).toContain('cyclectl:contacts-to-files');
  expect(known.get('Contacts to mailer')).toContain('cyclectl:contacts-to-mailer');
});
