import { describe, expect, it } from 'vitest';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, openQuickstart, planOne, readLive } from '../../worlds/quickstart.ts';

// Who is said to have moved a cycle that stands still although Git wants it to run.

const account = 'northwind-8812';
const waiting = 'northwind/cycles/contacts-to-mailer';

function signIn(place: TestFixture): void {
  place.emulator.control.grantConsent({ account, connector: 'mailer' });
}

async function listDrifted(place: TestFixture): Promise<readonly unknown[]> {
  return (await place.drift()).flatMap((each): readonly unknown[] =>
    each.kind === 'read' ? each.items : [each],
  );
}

it('compares with nothing where nothing was applied, and waits there for nobody', async () => {
  const place = await openQuickstart();
  const nothing = { items: [], notices: [], isApplied: false };
  expect(await place.drift()).toMatchObject([nothing, nothing]);
  await applyAll(place, { planned: (await place.plan()).slice(0, 1) });
  expect(await place.drift()).toMatchObject([{ isApplied: true }, nothing]);
});

describe('a cycle that was made and waits for a person', () => {
  it('is told to be unfinished once it can start, and nobody moved it', async () => {
    const place = await openQuickstart();
    await applyAll(place);
    expect(await listDrifted(place)).toEqual([]);
    signIn(place);
    const { changes } = await planOne(place, 'northwind');
    expect(changes).toMatchObject([
      { address: waiting, fields: [{ path: 'state', moved: 'unfinished' }] },
    ]);
    expect(await place.drift()).toMatchObject([
      { items: [], manifestMoved: 0 },
      { items: [], manifestMoved: 0 },
    ]);
  });

  it('was stopped by nobody, although nothing is remembered of it', async () => {
    const place = await openQuickstart();
    await applyAll(place);
    place.loseStore();
    expect(await listDrifted(place)).toEqual([]);
  });
});

it('says that somebody stopped a cycle that we started, whether or not it waits for a person by now', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  signIn(place);
  await applyAll(place);
  const found = readLive(place, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to mailer',
  );
  const path = `/v1.0/cycles/${found?.id}/deactivate`;
  await consoleRequest(place.emulator, { method: 'PUT', path, account });
  expect(await listDrifted(place)).toMatchObject([{ address: waiting, kind: 'stopped' }]);
});
