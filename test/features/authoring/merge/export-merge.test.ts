import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeCanary } from '../../../canaries/register.ts';
import { searchValue } from '../../../canaries/search.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { listLeft, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';
const secrets = { crmKey: makeCanary('the key of a CRM'), clientSecret: makeCanary('a client') };
const head = 'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: northwind}\nspec:\n';

describe('Accounts that manifests have', () => {
  it('take over what has moved, and new ones are written in the same run', async () => {
    const fixture = await openHandmade({
      [file]: `${head}  id: northwind-8812\n  timezone: Europe/Lisbon # for now\n`,
    });
    const exported = await exportAccounts(fixture, {
      select: ['account=acme', 'account=north*'],
      merge: 'moved',
    });
    expect(exported).toMatchObject([
      { kind: 'written', account: 'acme' },
      { kind: 'merged', account: 'northwind', values: ['northwind/timezone'], entries: [] },
    ]);
    expect(fixture.manifests.get(file)).toBe(
      `${head}  id: northwind-8812\n  timezone: Europe/Berlin # for now\n`,
    );
    const again = await exportAccounts(fixture, { merge: 'moved', select: ['account=north*'] });
    expect(again).toMatchObject([{ kind: 'unchanged', values: [], diagnostics: [] }]);
  });

  it('are named where the service does not have them any more, and stay', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const before = fixture.manifests.get(file);
    const { id, cycles } = readLive(fixture, 'northwind');
    for (const { id: cycle } of cycles) {
      const path = `/v1.0/cycles/${cycle}/deactivate`;
      await consoleRequest(fixture.emulator, { method: 'PUT', path, account: id, body: {} });
    }
    await consoleRequest(fixture.emulator, { method: 'DELETE', path: `/v1.0/accounts/${id}` });
    const [gone] = await exportAccounts(fixture, { merge: 'moved', select: ['account=northwind'] });
    expect(gone).toMatchObject({ kind: 'unchanged', diagnostics: [{ code: 'entry-gone' }] });
    expect(fixture.manifests.get(file)).toBe(before);
  });
});

describe('What no manifest has', () => {
  it('gets entries beside those that are there, with their comments, and its plan has nothing to do', async () => {
    const before = `${head}  id: northwind-8812
  connectors:
    # The first one.
    sales:
      connector: {name: Sample CRM}
      displayName: CRM
    mailer: # planned
      connector: {name: Sample Mailer}
      displayName: To come

  cycles: # all of them
    newsletter:
      from: {template: Contacts to Mailer}
      displayName: Newsletter
      state: paused
# The end.
`;
    const fixture = await openHandmade({ [file]: before });
    const [merged] = await exportAccounts(fixture, {
      merge: 'foreign',
      select: ['account=northwind'],
    });
    expect(merged).toMatchObject({
      kind: 'merged',
      entries: [
        'northwind/connectors/mailer-2',
        'northwind/connectors/orders-files',
        'northwind/connectors/our-app',
        'northwind/cycles/backfill',
        'northwind/cycles/contacts-to-files',
      ],
      diagnostics: [],
      leftOut: [],
    });
    const text = fixture.manifests.get(file) ?? '';
    expect(text).toMatchInlineSnapshot(`
      "apiVersion: cyclectl/v1
      kind: Account
      metadata: {name: northwind}
      spec:
        id: northwind-8812
        connectors:
          # The first one.
          sales:
            connector: {name: Sample CRM}
            displayName: CRM
          mailer: # planned
            connector: {name: Sample Mailer}
            displayName: To come
          mailer-2:
            # A person signs it in, and the service does not show who. To wait for a user:
            # auth: {oauth: {user: NAME}}
            connector: {name: Sample Mailer, version: "1.4"}
            displayName: Mailer
          orders-files:
            # It has several ways to sign in, and the service does not show which one it uses. To manage
            # it, write one of:
            # authentication: User name and password
            # auth: {basic: {username: NAME, password: {env: NAME}}}
            # authentication: API key
            # auth: {apiKey: {env: NAME}}
            connector: {name: Sample File Store, version: "3.1"}
            displayName: Orders & files
            properties:
              rootFolder: /orders
              port: "0022"
              ClientSecret: {env: NORTHWIND_ORDERS_FILES_CLIENT_SECRET}
          our-app:
            connector: {name: Our App, version: "1.4"}
            displayName: Our App

        cycles: # all of them
          newsletter:
            from: {template: Contacts to Mailer}
            displayName: Newsletter
            connectors: {Sample Mailer: mailer-2}
            state: paused
          backfill:
            from: {template: Order Backfill}
            displayName: Backfill
            errorAction: Ignore
            collectionSplit: None
            state: paused
          contacts-to-files:
            # The service does not show its schedule, which stays unchanged. To manage it, write one
            # such as:
            # schedule: {every: 1h}
            from: {template: Contacts to Files}
            displayName: Contacts to files
            errorAction: Ignore
            collectionSplit: All
            state: active
      # The end.
      "
    `);
    expect(linesLost(before, text)).toEqual([]);
    const { operations } = planOf(await fixture.plan(), 'northwind');
    expect(operations.map(({ does }) => does)).toEqual([expect.stringContaining('To come')]);
    searchValue('what was written and said', [text, merged]);
    const again = await exportAccounts(fixture, {
      merge: 'foreign',
      select: ['account=northwind'],
    });
    expect(again).toMatchObject([{ kind: 'unchanged' }]);
  });

  it('gets maps that are not there, where nothing in them is ours', async () => {
    const fixture = await openHandmade({
      [file]: `${head}  cycles: {}\n  # Ours.\n  id: northwind-8812\n`,
    });
    const [merged] = await exportAccounts(fixture, {
      merge: 'foreign',
      select: ['account=northwind'],
    });
    expect(merged).toMatchObject({ kind: 'merged', diagnostics: [] });
    const text = fixture.manifests.get(file) ?? '';
    const { spec } = parse(text);
    expect(Object.keys(spec.connectors)).toEqual(['crm', 'mailer', 'orders-files', 'our-app']);
    expect(Object.keys(spec.cycles)).toEqual(['backfill', 'contacts-to-files', 'newsletter']);
    expect((await fixture.apply()).every(isSuccess)).toBe(true);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('gets no map where one of ours would not be in it, which would delete it', async () => {
    const fixture = await openHandmade({});
    await exportAccounts(fixture, { select: ['account=northwind*'] });
    await fixture.apply();
    const path = 'accounts/northwind-traders.yaml';
    const written = fixture.manifests.get(path) ?? '';
    const before = written.slice(0, written.indexOf('  connectors:'));
    fixture.manifests.set(path, before);
    const live = readLive(fixture, 'northwind');
    const app = live.connectors.find(({ name }) => name === 'Our App');
    await consoleRequest(fixture.emulator, {
      method: 'DELETE',
      path: `/v1.0/account/connectors/${app?.id}`,
      account: live.id,
    });
    const [merged] = await exportAccounts(fixture, {
      merge: 'foreign',
      select: ['account=north*'],
    });
    expect(merged).toMatchObject({
      leftOut: [{ address: 'northwind-traders/connectors/our-app', severity: 'warning' }],
    });
    const { spec } = parse(fixture.manifests.get(path) ?? '');
    expect(spec.connectors).toBeUndefined();
    expect(Object.keys(spec.cycles)).toEqual(['backfill', 'contacts-to-files', 'newsletter']);
  });

  it('keeps what is ours in a map that it makes, under its keys', async () => {
    const fixture = await openHandmade({});
    await exportAccounts(fixture, { select: ['account=northwind*'] });
    await fixture.apply();
    const path = 'accounts/northwind-traders.yaml';
    const written = fixture.manifests.get(path) ?? '';
    fixture.manifests.set(path, written.slice(0, written.indexOf('  connectors:')));
    const [merged] = await exportAccounts(fixture, {
      merge: 'foreign',
      select: ['account=north*'],
    });
    expect(merged).toMatchObject({ kind: 'merged', diagnostics: [] });
    expect(parse(fixture.manifests.get(path) ?? '')).toEqual(parse(written));
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('gets the cycle files that its entries name, or nothing where another file is in the way', async () => {
    const fixture = await openHandmade({ 'accounts/acme.yaml': `${head}  id: acme-1\n` });
    await consoleRequest(fixture.emulator, {
      method: 'POST',
      path: '/v1.0/cycles',
      account: 'acme-1',
      body: { Name: 'By hand' },
    });
    const cycleFile = 'cycles/northwind/by-hand.cycle.json';
    const before = fixture.manifests.get('accounts/acme.yaml');
    fixture.manifests.set(cycleFile, '{}\n');
    const asked = { merge: 'foreign', select: ['account=northwind'] } as const;
    expect(await exportAccounts(fixture, asked)).toMatchObject([
      { kind: 'failed', diagnostics: [{ code: 'file-in-the-way' }] },
    ]);
    expect(fixture.manifests.get('accounts/acme.yaml')).toBe(before);
    fixture.manifests.delete(cycleFile);
    expect(await exportAccounts(fixture, asked)).toMatchObject([
      { kind: 'merged', entries: ['northwind/cycles/by-hand'], cycleFiles: [cycleFile] },
    ]);
    expect(fixture.manifests.get('accounts/acme.yaml')).toContain(`from: {file: ${cycleFile}}`);
    expect(planOf(await fixture.plan(), 'northwind').operations).toEqual([]);
  });

  it('is no object of ours whose entry was removed: the plan deletes that', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const before = fixture.manifests.get(file) ?? '';
    fixture.manifests.set(file, before.slice(0, before.indexOf('    contacts-to-mailer:')));
    const [merged] = await exportAccounts(fixture, {
      merge: 'foreign',
      select: ['account=northwind'],
    });
    expect(merged).toMatchObject({ kind: 'unchanged', entries: [] });
  });
});

async function openHandmade(manifests: Readonly<Record<string, string>>): Promise<TestFixture> {
  return openFixture({ world: formatHandmadeWorld(secrets), manifests });
}

function linesLost(before: string, after: string): string[] {
  const lines = after.split('\n');
  return before.split('\n').filter((line) => !lines.includes(line));
}
