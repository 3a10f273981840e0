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

it('compares with nothing and waits for no person if nothing was applied', async () => {
  const fixture = await openQuickstart();
  const nothing = { items: [], notices: [], isApplied: false };
  expect(await fixture.drift()).toMatchObject([nothing, nothing]);
  await applyAll(fixture, { planned: (await fixture.plan()).slice(0, 1) });
  expect(await fixture.drift()).toMatchObject([{ isApplied: true }, nothing]);
});

describe('a cycle that was made and waits for a person', () => {
  it('is reported as unfinished once it can start, and not as changed outside Git', async () => {
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

  it('was not stopped outside Git, even without state', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    fixture.loseStore();
    expect(await listDrifted(fixture)).toEqual([]);
  });
});

it('reports a stop outside Git of a cycle that we started, even if it now waits for a person', async () => {
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
