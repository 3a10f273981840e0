import { describe, expect, it } from 'vitest';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, openQuickstart, planOne, readLive } from '../../worlds/quickstart.ts';

// Who is said to have moved a cycle that stands still although Git wants it to run.

const account = 'northwind-8812';
const waiting = 'northwind/cycles/contacts-to-mailer';

function signIn(fixture: TestFixture): void {
  fixture.emulator.control.grantConsent({ account, connector: 'mailer' });
}

async function listDrifted(fixture: TestFixture): Promise<readonly unknown[]> {
  return (await fixture.drift()).flatMap((each): readonly unknown[] =>
    each.kind === 'read' ? each.items : [each],
  );
}

it('compares with nothing where nothing was applied, and waits there for nobody', async () => {
  const fixture = await openQuickstart();
  const nothing = { items: [], notices: [], isApplied: false };
  expect(await fixture.drift()).toMatchObject([nothing, nothing]);
  await applyAll(fixture, { planned: (await fixture.plan()).slice(0, 1) });
  expect(await fixture.drift()).toMatchObject([{ isApplied: true }, nothing]);
});

describe('a cycle that was made and waits for a person', () => {
  it('is told to be unfinished once it can start, and nobody moved it', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    expect(await listDrifted(fixture)).toEqual([]);
    signIn(fixture);
    const { changes } = await planOne(fixture, 'northwind');
    expect(changes).toMatchObject([
      { address: waiting, fields: [{ path: 'state', moved: 'unfinished' }] },
    ]);
    expect(await fixture.drift()).toMatchObject([
      { items: [], manifestMoved: 0 },
      { items: [], manifestMoved: 0 },
    ]);
  });

  it('was stopped by nobody, although nothing is remembered of it', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    fixture.loseStore();
    expect(await listDrifted(fixture)).toEqual([]);
  });
});

it('says that somebody stopped a cycle that we started, whether or not it waits for a person by now', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  signIn(fixture);
  await applyAll(fixture);
  const found = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to mailer',
  );
  const path = `/v1.0/cycles/${found?.id}/deactivate`;
  await consoleRequest(fixture.emulator, { method: 'PUT', path, account });
  expect(await listDrifted(fixture)).toMatchObject([{ address: waiting, kind: 'stopped' }]);
});
