import { describe, expect, it } from 'vitest';
import { withAccountCache } from '../../../src/engine/live/with-account-cache.ts';
import { listUntrackedAccounts } from '../../../src/engine/run/list-untracked-accounts.ts';
import { makePlan } from '../../../src/engine/run/planning/make-plan.ts';
import { runDrift } from '../../../src/engine/run/run-drift.ts';
import { runStatus } from '../../../src/features/inspect/status/run-status.ts';
import { toAccountAddress } from '../../../src/model/address.ts';
import type { UntrackedAccounts } from '../../../src/model/report/untracked-accounts.ts';
import { makeAccountObject } from '../../store/samples.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { noNotes } from '../../worlds/drift-parts.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, editManifest, openQuickstart } from '../../worlds/quickstart.ts';

const looks = {
  plan: makePlan,
  drift: (run: Parameters<typeof makePlan>[0]) => runDrift(run, noNotes),
  status: (run: Parameters<typeof makePlan>[0]) =>
    runStatus({ ...run, now: '2026-12-01T06:00:00Z' }),
};

/** What a look at the whole project tells, and the requests for accounts that all of it took. */
async function look(
  fixture: TestFixture,
  by: keyof typeof looks = 'plan',
  ignored: readonly string[] = [],
): Promise<{ readonly outside: UntrackedAccounts; readonly requests: readonly string[] }> {
  const before = fixture.emulator.requests().length;
  const { run, environment } = await fixture.open();
  const { reader, accounts } = withAccountCache(run.context.reader);
  for await (const _ of looks[by]({ ...run, context: { ...run.context, reader } }));
  const outside = await listUntrackedAccounts({
    store: fixture.store,
    accounts,
    environment: { ...environment, unmanagedIgnored: ignored },
    entries: run.entries,
    narrowed: null,
  });
  const asked = fixture.emulator.requests().slice(before);
  const requests = asked.map(({ method, path }) => `${method} ${path}`);
  return { outside, requests: requests.filter((each) => each.includes('/accounts')) };
}

function make(fixture: TestFixture, id: string, name = id): Promise<unknown> {
  return consoleRequest(fixture.emulator, {
    method: 'POST',
    path: '/v1.0/accounts',
    body: { Id: id, Name: name },
  });
}

const none = { count: 0, accounts: [] };
const list = 'GET /v1.0/accounts';

describe.each(['external', 'guid'] as const)(
  'where accounts answer with an id of kind %s',
  (accountIds) => {
    it.each(['plan', 'drift', 'status'] as const)(
      '%s finds ours without a manifest and those that no manifest names, for the list of accounts alone',
      async (by) => {
        const fixture = await openQuickstart({ choices: { accountIds } });
        await applyAll(fixture);
        await make(fixture, 'wingtip-1', 'Wingtip');
        expect((await look(fixture, by)).requests).toEqual([list]);
        fixture.manifests.delete('accounts/contoso.yaml');
        const { outside, requests } = await look(fixture, by);
        expect(outside).toMatchObject({
          orphaned: { count: 1, accounts: [{ account: 'contoso', cycles: 1 }] },
          unmanaged: { count: 1, accounts: [{ name: 'Wingtip' }] },
          ignored: 0,
          unmatched: 0,
        });
        expect(requests).toEqual([list]);
      },
    );

    it('finds the account of a manifest that was never applied, and of a store that was lost', async () => {
      const fixture = await openQuickstart({ choices: { accountIds } });
      await make(fixture, 'contoso.example', 'Contoso');
      expect((await look(fixture)).outside).toMatchObject({ orphaned: none, unmanaged: none });
      await applyAll(fixture);
      fixture.loseStore();
      for (const by of ['plan', 'status'] as const) {
        const { outside } = await look(fixture, by);
        expect(outside).toMatchObject({ orphaned: none, unmanaged: none, unmatched: 0 });
      }
    });

    it('takes an account by its id where only its key was changed', async () => {
      const fixture = await openQuickstart({ choices: { accountIds } });
      await applyAll(fixture);
      editManifest(fixture, 'northwind', { from: 'name: northwind', to: 'name: northwind-ag' });
      for (const by of ['plan', 'drift', 'status'] as const) {
        expect((await look(fixture, by)).outside).toMatchObject({
          orphaned: none,
          unmanaged: none,
        });
      }
    });

    it('takes an account whose id is gone from the environment for orphaned', async () => {
      const fixture = await openQuickstart({ choices: { accountIds } });
      await applyAll(fixture);
      editManifest(fixture, 'northwind', { from: /^ {2}id: .*$/m, to: '  ids: {elsewhere: x}' });
      fixture.manifests.set(
        'cyclectl.yaml',
        `${fixture.manifests.get('cyclectl.yaml')}    elsewhere:\n      service: {emulator: {world: w.yaml}}\n`,
      );
      expect((await look(fixture)).outside).toMatchObject({
        orphaned: { count: 1, accounts: [{ account: 'northwind', cycles: 2 }] },
        unmanaged: none,
      });
    });
  },
);

describe('accounts outside Git', () => {
  it('are not those that the service has no more', async () => {
    const fixture = await openQuickstart();
    const manifest = 'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: plain}\n';
    fixture.manifests.set('accounts/plain.yaml', `${manifest}spec: {id: plain-1}\n`);
    await applyAll(fixture);
    fixture.manifests.delete('accounts/plain.yaml');
    expect((await look(fixture)).outside).toMatchObject({ orphaned: { count: 1 } });
    await consoleRequest(fixture.emulator, { method: 'DELETE', path: '/v1.0/accounts/plain-1' });
    expect((await look(fixture)).outside).toMatchObject({ orphaned: none, unmanaged: none });
  });

  it('name one account once that two forgotten keys are bound to', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    fixture.manifests.delete('accounts/contoso.yaml');
    const record = makeAccountObject('earlier', 'contoso.example');
    await fixture.store.update({ account: 'earlier', saveObjects: [record] });
    expect(record.address).toBe(toAccountAddress('earlier'));
    expect((await look(fixture)).outside).toMatchObject({
      orphaned: { count: 1, accounts: [{ account: 'contoso' }] },
      unmanaged: none,
    });
  });

  it('are counted, and named up to the twentieth', async () => {
    const fixture = await openQuickstart();
    for (let index = 10; index < 30; index += 1) await make(fixture, `other-${index}`);
    const all = Array.from({ length: 20 }, (_, index) => `other-${index + 10}`);
    const ids = (outside: UntrackedAccounts) =>
      outside.kind === 'looked-at' ? outside.unmanaged.accounts.map(({ id }) => id) : null;
    expect(ids((await look(fixture)).outside)).toEqual(all);
    await make(fixture, 'other-30');
    const { outside } = await look(fixture);
    expect(outside).toMatchObject({ unmanaged: { count: 21 } });
    expect(ids(outside)).toEqual(all);
  });

  it('are left out by patterns of their ids and names, and ours never are', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    fixture.manifests.delete('accounts/contoso.yaml');
    await make(fixture, 'test-1', 'One');
    await make(fixture, 'x-2', 'Sandbox of two');
    await make(fixture, 'x-3', 'Three');
    expect((await look(fixture, 'plan', ['test-*', 'Sandbox*', 'contoso*'])).outside).toMatchObject(
      {
        orphaned: { count: 1 },
        unmanaged: { count: 1, accounts: [{ id: 'x-3', name: 'Three' }] },
        ignored: 2,
      },
    );
  });

  it('are reported as uncertain if an account of a manifest could not be read', async () => {
    const fixture = await openQuickstart({ choices: { accountIds: 'guid' } });
    await make(fixture, 'contoso.example', 'Contoso');
    fixture.emulator.control.plantFaults([
      {
        method: 'GET',
        path: '/v1.0/accounts/contoso.example',
        every: 1,
        do: 'status',
        status: 500,
      },
    ]);
    expect((await look(fixture)).outside).toMatchObject({ unmanaged: { count: 1 }, unmatched: 1 });
  });

  it('are not known where the list cannot be read', async () => {
    const fixture = await openQuickstart();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/accounts', every: 1, do: 'status', status: 403 },
    ]);
    expect((await look(fixture)).outside).toEqual({ kind: 'not-looked-at', why: 'unread' });
  });
});
