import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { serveThirdParty } from '../support/serve-third-party.ts';
import {
  installReady,
  openAccount,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';
import { activate, crmKey, installContactsToFiles, openPlace } from './open-cycle.ts';
import { authenticate } from './step-access.ts';

test('cycles run in the order in which they are due, and tokens end in between', async () => {
  const place = await openPlace();
  const { caller, emulator } = place;
  const often = await installContactsToFiles(place);
  const seldom = await installReady(caller, 'Contacts to Mailer');
  await authenticate(caller, 'Sample CRM', crmKey);
  await put(caller, `/cycles/${seldom}/activate`, {
    StartTime: '2026-12-01T06:20:00Z',
    Interval: 60,
  });
  await activate(place, often);
  await emulator.control.letPass('40m');
  const runs: readonly { CycleId: string; CreatedOnUtc: string }[] = await readBody(
    caller,
    '/cycles/transactions?sortOrderAsc=true',
  );
  expect(runs.map((each) => [each.CycleId, each.CreatedOnUtc.slice(11, 16)])).toEqual([
    [often, '06:00'],
    [often, '06:15'],
    [seldom, '06:20'],
    [often, '06:30'],
  ]);
});

test('a cycle whose start is past runs at once and continues by the old grid', async () => {
  const place = await openPlace();
  const id = await installContactsToFiles(place);
  const start = { StartTime: '2026-12-01T05:10:00Z', Interval: 30 };
  await put(place.caller, `/cycles/${id}/activate`, start);
  await place.emulator.control.letPass('50m');
  const runs: readonly { CreatedOnUtc: string }[] = await readBody(
    place.caller,
    `/cycles/${id}/transactions`,
  );
  expect(runs.map((each) => each.CreatedOnUtc.slice(11, 16))).toEqual(['05:55', '06:10', '06:40']);
});

test('a transaction that waits continues after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyclectl-runs-'));
  closeAfterFile(() => rmSync(folder, { recursive: true, force: true }));
  const options = {
    world: quickstartWorld,
    dataDirectory: folder,
    frozenAt: '2026-12-01T05:55:00Z',
  };
  const first = await openEmulator(options);
  const partner = await signIn(first);
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  const fixture = { emulator: first, caller: partner.inside('northwind') };
  const id = await installContactsToFiles(fixture);
  await put(fixture.caller, `/cycles/${id}`, { StepErrorAction: 'Retry' });
  await put(fixture.caller, `/cycles/${id}/activate`, { RunOnce: true });
  first.control.upsetApp('crm', { revoke: crmKey });
  await first.control.letPass('1m');
  await authenticate(fixture.caller, 'Sample CRM', 'another-key-not-a-secret');
  await first.close();

  const second = await startEmulator(options);
  const caller = (await signIn(second)).inside('northwind');
  const path = `/cycles/${id}/transactions`;
  expect(await readBody(caller, path)).toMatchObject([{ Status: 'Queueing' }]);
  await second.control.letPass('4m');
  expect(await readBody(caller, path)).toMatchObject([{ Status: 'Completed' }]);
});

test('in real time a timer wakes for what is due, while the service listens', async () => {
  const emulator = await startEmulator({ world: quickstartWorld });
  const partner = await signIn(emulator);
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  const fixture = { emulator, caller: partner.inside('northwind') };
  const id = await installContactsToFiles(fixture);
  await emulator.listen();
  await put(fixture.caller, `/cycles/${id}/activate`, { RunOnce: true });
  await expect
    .poll(() => readBody(fixture.caller, `/cycles/${id}/transactions`), { timeout: 20_000 })
    .toMatchObject([{ Status: 'Completed' }]);
});

test('nothing runs while time is paused', async () => {
  const caller = await openAccount({ world: quickstartWorld, frozenAt: '2026-12-01T05:55:00Z' });
  const id = await installReady(caller, 'Contacts to Files');
  await put(caller, `/cycles/${id}/activate`, { Interval: 15 });
  expect(await readBody(caller, `/cycles/${id}/transactions`)).toEqual([]);
});

test('a reset ends what was planned', async () => {
  const place = await openPlace();
  const id = await installContactsToFiles(place);
  await activate(place, id);
  const passing = place.emulator.control.letPass('5h');
  place.emulator.control.reset();
  await passing;
  expect(place.emulator.control.dump()).toMatchObject({
    now: '2026-12-01T05:55:00.000Z',
    accounts: [],
  });
});

test('in real time what the world itself plans is done after a reset as well', async () => {
  let arrive = () => {};
  const arrival = () =>
    new Promise<void>((resolve) => {
      arrive = resolve;
    });
  const first = arrival();
  const { url } = await serveThirdParty(() => {
    arrive();
    return { status: 200, json: {} };
  });
  const emulator = await startEmulator({
    world: {
      connectors: [
        {
          name: 'Party',
          api: { baseUrl: url },
          releases: [{ version: '1', methods: [{ name: 'Do', endpoint: 'GET /x' }] }],
        },
      ],
      templates: [{ name: 'Once', steps: [1, 2].map(() => ({ name: 'Do', connector: 'Party' })) }],
      accounts: [{ id: 'northwind', cycles: [{ template: 'Once', active: { runOnce: true } }] }],
    },
  });
  await emulator.listen();
  await first;
  const caller = (await signIn(emulator)).inside('northwind');
  const [{ Id }] = await readBody(caller, '/cycles');
  // The timer sleeps again when the run has ended.
  await expect
    .poll(() => readBody(caller, `/cycles/${Id}/transactions`), { timeout: 20_000 })
    .toMatchObject([{ Status: 'Completed' }]);
  const second = arrival();
  emulator.control.reset();
  await second;
});
