import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import {
  type Answer,
  type Caller,
  installReady,
  installTemplate,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

let emulator: Emulator;
let caller: Caller;

beforeEach(async () => {
  emulator = await startEmulator({ world: quickstartWorld, control: true });
  caller = await signIn(emulator);
});

async function doInConsole(body: unknown): Promise<Answer> {
  return caller.call('POST', '/__control/console', body);
}

describe('settings', () => {
  test('keep what is not named, and are in the dump', async () => {
    await doInConsole({ settings: { taskAllowance: 1000 } });
    const { body } = await doInConsole({ settings: { notifyAtPercents: [100, 80] } });
    expect(body.settings).toMatchObject({ taskAllowance: 1000, notifyAtPercents: [80, 100] });
    expect(emulator.control.dump().settings).toEqual(body.settings);
  });

  test.each([
    [[]],
    [{}],
    [{ settle: {} }],
    [{ toString: {} }],
    [{ settings: 7 }],
    [{ settings: { nothing: 1 } }],
    [{ settings: { taskAllowance: -1 } }],
    [{ settings: { notifyAtPercents: 80 } }],
  ])('are not changed by %j, which is refused', async (request) => {
    const before = emulator.control.dump().settings;
    expect((await doInConsole(request)).status).toBe(400);
    expect(emulator.control.dump().settings).toEqual(before);
  });
});

describe('a promotion', () => {
  let inside: Caller;

  beforeEach(async () => {
    await caller.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
    inside = caller.inside('northwind');
  });

  const steps = [
    { name: 'List changed contacts', connector: 'Sample CRM' },
    { name: 'Add subscriber', connector: 'Sample Mailer' },
  ];

  test('of a template leaves its cycles as they are, with their next run, and so does the upgrade', async () => {
    const id = await installReady(inside, 'Contacts to Files');
    await put(inside, `/cycles/${id}/activate`, { Interval: 15 });
    const find = () => emulator.control.dump().accounts[0]?.cycles.find((cycle) => cycle.id === id);
    const before = find();
    emulator.control.console({
      promote: { template: 'Contacts to Files', steps: [...steps].reverse() },
    });
    expect(find()).toEqual(before);
    const answer = emulator.control.console({
      upgradeInstalled: { template: 'Contacts to Files' },
    });
    expect(answer).toEqual({ upgradeInstalled: { cycles: 1 } });
    const after = find();
    expect(after).toMatchObject({ status: 'Active', activation: before?.activation });
    expect(after?.steps.map(({ name }) => name)).toEqual([
      'Add subscriber',
      'List changed contacts',
    ]);
    expect(
      emulator.control.console({ upgradeInstalled: { template: 'Contacts to Files' } }),
    ).toEqual({
      upgradeInstalled: { cycles: 0 },
    });
  });

  test('makes what was Live Deprecated, and a Draft that is there Live', async () => {
    const template = () =>
      emulator.control.dump().templates.find(({ name }) => name === 'Contacts to Mailer');
    emulator.control.console({ promote: { template: 'Contacts to Mailer', steps } });
    expect(template()?.releases).toEqual(['Deprecated', 'Live']);
    const draft = { promote: { template: 'Contacts to Mailer' } };
    expect((await doInConsole(draft)).body.Message).toContain('no Draft');
  });

  test('of a connector moves installed ones without OAuth where that is chosen, and no others', async () => {
    emulator = await startEmulator({
      world: quickstartWorld,
      choices: { installedRelease: 'latest' },
    });
    const partner = await signIn(emulator);
    await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
    inside = partner.inside('northwind');
    await installTemplate(inside, 'Contacts to Mailer');
    for (const connector of ['Sample CRM', 'Sample Mailer']) {
      emulator.control.console({ promote: { connector, release: { version: '99.0' } } });
    }
    const installed = await readBody(inside, '/account/connectors');
    const versions = installed.map((each: Answer['body']) => [
      each.Name,
      each.Connector.Version === '99.0',
    ]);
    expect(versions.toSorted()).toEqual([
      ['Sample CRM', true],
      ['Sample Mailer', false],
    ]);
  });

  test('is undone with all that was requested beside it', async () => {
    const list = async () => readBody(inside, '/connectors');
    const before = await list();
    const { status } = await doInConsole({
      promote: { connector: 'Sample CRM', release: { version: '99.0' } },
      publish: { template: 'Nothing', published: true },
    });
    expect(status).toBe(400);
    expect(await list()).toEqual(before);
  });

  test('lasts as long as the data folder, and other ids stay as they are', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'cyclectl-console-'));
    try {
      const open = () => startEmulator({ world: quickstartWorld, dataDirectory, control: true });
      const first = await open();
      const methods = async (from: Emulator) =>
        readBody(await signIn(from), '/connectors/Sample%20Mailer/methods');
      const before = await methods(first);
      const release = { version: '99.0', methods: [{ name: 'Count contacts' }] };
      first.control.console({ promote: { template: 'Contacts to Mailer', steps } });
      first.control.console({ promote: { connector: 'Sample CRM', release } });
      await first.close();
      const second = await open();
      const latest = await readBody(await signIn(second), '/connectors/Sample%20CRM/methods');
      expect(latest).toMatchObject([{ Name: 'Count contacts' }]);
      expect(await methods(second)).toEqual(before);
      expect(second.control.dump().templates).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'Contacts to Mailer', releases: ['Deprecated', 'Live'] }),
        ]),
      );
      await second.close();
    } finally {
      rmSync(dataDirectory, { recursive: true });
    }
  });

  test.each([
    [{ promote: {} }, 'needs a template or a connector'],
    [{ promote: { template: 'Nothing', steps } }, 'no template'],
    [{ promote: { template: 'Contacts to Mailer', steps: [{ name: 'Sing' }] } }, 'connector'],
    [{ promote: { connector: 'Nothing', version: '1' } }, 'no draft'],
    [{ promote: { connector: 'Nothing', release: { version: '1' } } }, 'no connector'],
    [{ promote: { connector: 'Sample CRM', release: { versoin: '1' } } }, 'version'],
    [{ publish: { template: 'Contacts to Mailer' } }, 'published'],
    [{ upgradeInstalled: {} }, 'needs a template'],
  ])('is refused where it says %j', async (request, message) => {
    const { status, body } = await doInConsole(request);
    expect(status).toBe(400);
    expect(body.Message).toContain(message);
  });
});
