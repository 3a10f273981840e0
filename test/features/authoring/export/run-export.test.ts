import { describe, expect, it } from 'vitest';
import { toVisible } from '../../../../src/kit/text/visible-text.ts';
import { isSuccess } from '../../../../src/model/plan/outcome.ts';
import { makeCanary, registerSecret } from '../../../canaries/register.ts';
import { searchValue } from '../../../canaries/search.ts';
import { countKinds } from '../../../engine/run/requests/budget.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { listLeft, openQuickstart } from '../../../worlds/quickstart.ts';

const secrets = { crmKey: makeCanary('the key of a CRM'), clientSecret: makeCanary('a client') };

async function openHandmade(): Promise<TestFixture> {
  return openFixture({ world: formatHandmadeWorld(secrets), manifests: {} });
}

function readFile(fixture: TestFixture, key: string): string {
  const text = fixture.manifests.get(`accounts/${key}.yaml`);
  if (text === undefined) throw new Error(`There is no ${key}: ${[...fixture.manifests.keys()]}`);
  return text;
}

describe('accounts created in the console', () => {
  it('are written under keys of their names, and the plan of that has nothing to do', async () => {
    const fixture = await openHandmade();
    const exported = await exportAccounts(fixture);
    expect(exported.map(({ account, id, kind }) => [account, id, kind])).toEqual([
      ['account', '0042', 'written'],
      ['acme', 'acme-1', 'written'],
      ['acme-2', 'acme-2', 'written'],
      ['contoso', 'contoso.example', 'written'],
      ['northwind-traders', 'northwind-8812', 'written'],
    ]);
    expect(listLeft(await fixture.plan()).filter((line) => !line.startsWith('adopt'))).toEqual(
      exported.map(({ account }) => `${account} has news`),
    );
    searchValue('what export wrote and said', [[...fixture.manifests], exported]);
  });

  it('are left as they are where a manifest has them, and no file is written over', async () => {
    const fixture = await openHandmade();
    await exportAccounts(fixture, { select: ['account=acme*'] });
    const before = [...fixture.manifests];
    const exported = await exportAccounts(fixture, { select: ['account=acme*', 'account=0042'] });
    expect(exported.map(({ account, kind }) => [account, kind])).toEqual([
      ['account', 'written'],
      ['acme', 'managed'],
      ['acme-2', 'managed'],
    ]);
    expect([...fixture.manifests].slice(0, before.length)).toEqual(before);
    fixture.manifests.set(
      'accounts/contoso.yaml',
      readFile(fixture, 'acme').replaceAll('acme', 'else'),
    );
    const [inTheWay] = await exportAccounts(fixture, { select: ['account=contoso'] });
    expect(inTheWay).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'file-in-the-way' }],
    });
  });

  it('have the same keys whatever is selected', async () => {
    const fixture = await openHandmade();
    const [exported] = await exportAccounts(fixture, { select: ['account=acme-2'] });
    expect(exported).toMatchObject({ account: 'acme-2', id: 'acme-2' });
  });
});

describe('what cannot be said', () => {
  it('is left out with a comment and a word on what to do: twins', async () => {
    const fixture = await openHandmade();
    const exported = await exportAccounts(fixture, { select: ['account=contoso', 'account=0042'] });
    const leftOut = exported.flatMap((each) => (each.kind === 'written' ? each.leftOut : []));
    expect(leftOut.map(({ code, address, summary }) => [code, address, summary])).toEqual([
      ['left-out', 'contoso/cycles', 'several cycles have the name "Twin"'],
    ]);
    expect(readFile(fixture, 'contoso')).toContain(
      '# Left out: several cycles have the name "Twin".',
    );
    expect(readFile(fixture, 'account')).toContain('\n    "true":\n');
    expect(readFile(fixture, 'account')).toContain('displayName: "$${region}');
    const written = readFile(fixture, 'account').replaceAll('\n', '');
    expect(toVisible(written)).toBe(written);
  });
});

describe('what is read', () => {
  it('is each thing once: the proof of a file costs no request', async () => {
    const fixture = await openHandmade();
    await exportAccounts(fixture, { select: ['account=northwind-traders', 'account=contoso'] });
    const cycles = [
      // List changed contacts, Get contact, Write file
      { steps: 1, variables: 1, parameters: 3, fields: 1 },
      // List changed contacts, Add subscriber
      { steps: 1, variables: 1, parameters: 2, fields: 1 },
      // List orders, Write file, Mark order
      { steps: 1, variables: 1, parameters: 2, fields: 2 },
      // Get contact twice, Upsert contact
      { steps: 1, variables: 1, edges: 1, parameters: 2, fields: 1 },
      // the twins are read before anybody knows that they are
      { steps: 1, variables: 1, parameters: 2, fields: 1 },
      { steps: 1, variables: 1, parameters: 3, fields: 1 },
    ];
    const sum = (name: string) =>
      cycles.reduce((all, each) => all + ((each as Record<string, number>)[name] ?? 0), 0);
    expect(countKinds(fixture.emulator.requests())).toEqual({
      'sign-in': 1,
      'accounts page': 1,
      'catalogue page': 1,
      'templates page': 1,
      export: 4,
      connectors: 2,
      cycles: 2,
      ...Object.fromEntries(
        ['steps', 'variables', 'edges', 'parameters', 'fields'].map((name) => [name, sum(name)]),
      ),
    });
  });

  it('is all of an account, or no file of it is written', async () => {
    const fixture = await openHandmade();
    const paths = ['/v1.0/account/connectors', '/v1.0/cycles', '/v1.0/cycles/*/steps'].concat(
      ['/v1.0/cycles/*/variables', '/v1.0/steps/*/parameters', '/v1.0/steps/*/fieldmappings'],
      ['/v1.0/templates/*/export'],
    );
    for (const path of paths) {
      fixture.emulator.control.plantFaults([{ path, do: 'status', status: 500 }]);
      const [exported] = await exportAccounts(fixture, { select: ['account=northwind-traders'] });
      expect(exported, path).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'unread' }] });
    }
    fixture.emulator.control.plantFaults([]);
    expect([...fixture.manifests.keys()]).toEqual(['cyclectl.yaml']);
    const [exported] = await exportAccounts(fixture, { select: ['account=northwind-traders'] });
    expect(exported).toMatchObject({ kind: 'written' });
  });
});

describe('an account with state whose file is gone', () => {
  it('keeps its keys, and its secrets are no text although the service shows them', async () => {
    const secret = makeCanary('a mapped secret');
    const fixture = await openQuickstart();
    const path = 'accounts/northwind.yaml';
    const text = fixture.manifests.get(path) ?? '';
    fixture.manifests.set(path, text.replace('Status: subscribed', 'Status: {env: MAPPED}'));
    fixture.secrets.set('MAPPED', secret);
    expect((await fixture.apply()).every(isSuccess)).toBe(true);
    fixture.manifests.delete(path);
    const exported = await exportAccounts(fixture);
    expect(exported.map(({ account, kind }) => [account, kind])).toEqual([
      ['contoso', 'managed'],
      ['northwind', 'written'],
    ]);
    const written = readFile(fixture, 'northwind');
    expect(written).toContain('Status: {env: NORTHWIND_CONTACTS_TO_MAILER_ADD_SUBSCRIBER_STATUS}');
    for (const key of ['crm', 'files', 'mailer', 'contacts-to-files', 'contacts-to-mailer']) {
      expect(written).toContain(`\n    ${key}:\n`);
    }
    searchValue('the file', written);
  });
});

it('is not written where the name of an account is a secret, and says neither it nor a key of it', async () => {
  const fixture = await openHandmade();
  const secret = 'Qx7-blue-horse-battery';
  registerSecret('a key that is a name', secret);
  const connectors = '/v1.0/account/connectors';
  const account = 'northwind-8812';
  const listed = await consoleRequest(fixture.emulator, {
    method: 'GET',
    path: connectors,
    account,
  });
  const crm = (listed as { Id: string; Name: string }[]).find(({ Name }) => Name === 'CRM');
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `${connectors}/${crm?.Id}`,
    account,
    body: { AuthValue: secret },
  });
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `/v1.0/accounts/${account}`,
    body: { Name: secret },
  });
  const exported = await exportAccounts(fixture, { select: [`account=${account}`] });
  expect(exported).toMatchObject([
    { kind: 'failed', account, diagnostics: [{ code: 'name-secret' }] },
  ]);
  searchValue('what export wrote and said', [[...fixture.manifests], exported]);
});

it('is not there where the service does not list its accounts', async () => {
  const fixture = await openFixture({
    serves: 'documented',
    contract: 'documented',
    manifests: {},
  });
  await expect(exportAccounts(fixture)).rejects.toThrow('The accounts were not read: not-offered');
});

it('is written as it comes: what is still to come is not read yet', async () => {
  const fixture = await openHandmade();
  const read: number[] = [];
  const onCreate = () => void read.push(fixture.emulator.requests().length);
  await exportAccounts(fixture, { width: 1, onCreate });
  expect(read.length).toBe(5);
  expect(new Set(read).size, 'what was read before each file').toBe(5);
});
