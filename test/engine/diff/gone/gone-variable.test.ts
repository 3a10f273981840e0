import { expect, it } from 'vitest';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { type Caller, put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts-to-files';
const path = 'variables/region';

/** The quickstart, applied, and a hand inside northwind. */
async function openApplied() {
  const fixture = await openQuickstart();
  expect((await applyAll(fixture)).every(isSuccess)).toBe(true);
  const { caller } = await openConsoleUser(fixture.emulator);
  const account = () => readLive(fixture, 'northwind');
  const own = caller.inside(account().id);
  return { fixture, caller, own, account };
}

async function remove(own: Caller, cycle: string | undefined): Promise<void> {
  const gone = await own.call('DELETE', `/v1.0/cycles/${cycle}/variables/region`);
  expect(gone.status).toBe(200);
}

/** The same, and the hand has stopped a cycle, deleted its variable and moved the account. */
async function openWithout() {
  const { fixture, caller, own, account } = await openApplied();
  const find = () => account().cycles.find(({ name }) => name === 'Contacts to files');
  await put(own, `/cycles/${find()?.id}/deactivate?finishQueuedTransactions=true`);
  await remove(own, find()?.id);
  await put(caller, `/accounts/${account().id}`, { Timezone: 'Asia/Tokyo' });
  return { fixture, own, account, find };
}

async function findDrift(fixture: TestFixture) {
  const found = (await fixture.drift()).find((each) => each.account === 'northwind');
  return found?.kind === 'read' ? found.items : found;
}

it('is drift beside other drift of the account', async () => {
  const { fixture } = await openWithout();
  expect(await findDrift(fixture)).toMatchObject([
    { path: 'timezone', kind: 'field' },
    {
      address,
      path,
      kind: 'field',
      moved: 'live',
      before: { kind: 'plain', value: 'emea' },
      now: { kind: 'plain', value: null },
      impact: 'needs-human',
    },
    { address, path: 'state', kind: 'stopped', impact: 'needs-human' },
  ]);
});

it('is left to a person by a plan and an apply, which write the rest and do not start the cycle', async () => {
  const { fixture, own, account, find } = await openWithout();
  const { changes, notices } = planOf(await fixture.plan(), 'northwind');
  expect(changes.map((change) => change.address)).toEqual(['northwind']);
  expect(notices).toContainEqual(
    expect.objectContaining({ kind: 'by-hand', address, path, isGone: true }),
  );
  await fixture.apply({});
  expect(account()).toMatchObject({ timezone: 'Europe/Berlin' });
  expect(find()).toMatchObject({ status: 'Paused', variables: [] });
  expect(await findDrift(fixture)).toMatchObject([{ path }, { path: 'state' }]);
  await own.call('POST', `/v1.0/cycles/${find()?.id}/variables`, {
    DisplayName: 'region',
    Value: 'emea',
  });
  await fixture.apply({});
  expect(find()).toMatchObject({ status: 'Active' });
  expect(await findDrift(fixture)).toEqual([]);
});

it('is reported of a mapping that takes its value from one, which is not sent', async () => {
  const { fixture, own, account } = await openApplied();
  const mailer = account().cycles.find(({ name }) => name === 'Contacts to mailer');
  await remove(own, mailer?.id);
  const mapping = 'steps/Add subscriber/fields/Source';
  expect(await findDrift(fixture)).toMatchObject([
    { path: mapping, impact: 'needs-human' },
    { path: 'variables', kind: 'unmanaged', parts: [{ path: 'variables/region' }] },
  ]);
  const { changes, notices } = planOf(await fixture.plan(), 'northwind');
  expect(changes).toEqual([]);
  expect(notices).toContainEqual(
    expect.objectContaining({ kind: 'by-hand', path: mapping, isGone: true }),
  );
});

it('prevents no revert of other drift', async () => {
  const { fixture, account } = await openWithout();
  const revert = { addresses: [], isNew: true };
  const planned = await fixture.plan({ revert });
  const { changes } = planOf(planned, 'northwind');
  expect(changes.map((change) => change.address)).toEqual(['northwind']);
  const outcomes = await fixture.apply({ revert: { ...revert, isNew: false }, planned });
  expect(outcomes.every(isSuccess)).toBe(true);
  expect(account()).toMatchObject({ timezone: 'Europe/Berlin' });
});
