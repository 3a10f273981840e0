import { describe, expect, it } from 'vitest';
import { makeCanary } from '../../../canaries/register.ts';
import { searchValue } from '../../../canaries/search.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { mergeIn, type TestMerge } from '../../../worlds/features/merge-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  editManifest,
  listLeft,
  openQuickstart,
  quickstartSecrets,
  readLive,
} from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';

describe('A manifest that merges changes made in the console', () => {
  it('differs in those values alone, and then there is nothing to do', async () => {
    const fixture = await openApplied();
    const before = fixture.manifests.get(file) ?? '';
    await touchAccount(fixture, {
      Name: 'Northwind: Traders #1',
      StepDataSuccessRetentionHours: 48,
      TransactionErrorWebhookIncludeWarnings: false,
    });
    await touchProperty(fixture, { connector: 'files', name: 'port', value: '8022' });
    const merge = await mergeIn(fixture, file);
    expect(merge.diagnostics).toEqual([]);
    expect(textOf(merge)).toBe(
      before
        .replace('displayName: Northwind Traders\n', 'displayName: "Northwind: Traders #1"\n')
        .replace('successHours: 120', 'successHours: 48')
        .replace('includeWarnings: true', 'includeWarnings: false')
        .replace('port: "0022"', 'port: "8022"'),
    );
    fixture.manifests.set(file, textOf(merge));
    expect(listLeft(await fixture.plan()).filter((each) => !/news/.test(each))).toEqual([]);
  });

  it('keeps its line ends, its byte order mark and the other account of its file', async () => {
    const fixture = await openQuickstart();
    const [one, two] = ['northwind', 'contoso'].map(
      (key) => fixture.manifests.get(`accounts/${key}.yaml`) ?? '',
    );
    fixture.manifests.delete('accounts/contoso.yaml');
    const before = `\ufeff${one}---\n${two}`.trimEnd().replaceAll('\n', '\r\n');
    fixture.manifests.set(file, before);
    await fixture.apply();
    await touchAccount(fixture, { Timezone: 'Europe/Lisbon' });
    const webhook = {
      TransactionErrorWebhookEnabled: true,
      TransactionErrorWebhookUrl: 'https://hooks.example.com/contoso',
    };
    await touchAccount(fixture, webhook, 'contoso');
    const merge = await mergeIn(fixture, file);
    expect(merge.diagnostics).toEqual([]);
    expect(textOf(merge)).toBe(
      before
        .replace('timezone: Europe/Berlin', 'timezone: Europe/Lisbon')
        .replace('errorWebhook: null', 'errorWebhook: {url: https://hooks.example.com/contoso}'),
    );
  });

  it('is left where nothing moved but Git', async () => {
    const fixture = await openApplied();
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Europe/Lisbon' });
    const merge = await mergeIn(fixture, file);
    const text = fixture.manifests.get(file);
    expect(merge).toMatchObject({ written: [], diagnostics: [], text });
  });

  it('writes that a stopped cycle is paused', async () => {
    const fixture = await openApplied();
    const live = readLive(fixture, 'northwind');
    const cycle = live.cycles.find(({ name }) => name === 'Contacts to files');
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${cycle?.id}/deactivate`,
      account: live.id,
      body: {},
    });
    const before = fixture.manifests.get(file) ?? '';
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(before.replace('state: active', 'state: paused'));
  });
});

describe('A text of the service that looks like a placeholder', () => {
  it('is escaped, so that it means itself', async () => {
    const fixture = await openApplied();
    const before = fixture.manifests.get(file) ?? '';
    await touchAccount(fixture, { Name: `Northwind ${placeholder('vars.x')}` });
    const merge = await mergeIn(fixture, file);
    expect(merge.diagnostics).toEqual([]);
    expect(textOf(merge)).toBe(
      before.replace('Northwind Traders', () => `"Northwind $${placeholder('vars.x')}"`),
    );
    fixture.manifests.set(file, textOf(merge));
    expect(await mergeIn(fixture, file)).toMatchObject({ written: [], diagnostics: [] });
  });
});

describe('What cannot be written', () => {
  it('is a secret: it is named, and the file has the reference', async () => {
    const fixture = await openApplied();
    await touchProperty(fixture, { connector: 'crm', name: 'region', value: 'us' });
    editManifest(fixture, 'northwind', {
      from: 'properties: {region: eu}',
      to: 'properties: {region: {env: northwind_region}}',
    });
    fixture.secrets.set('northwind_region', 'canary-region-5');
    await fixture.apply();
    await touchProperty(fixture, { connector: 'crm', name: 'region', value: 'somewhere' });
    const before = fixture.manifests.get(file);
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(before);
    expect(merge.diagnostics).toMatchObject([
      {
        code: 'secret-not-written',
        severity: 'warning',
        address: 'northwind/connectors/crm/properties/region',
      },
    ]);
    expect(JSON.stringify(merge)).not.toContain('somewhere');
  });

  it('is the text of a secret that was typed elsewhere', async () => {
    const fixture = await openApplied();
    const value = quickstartSecrets.northwind_crm_key;
    await touchProperty(fixture, { connector: 'crm', name: 'region', value });
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(fixture.manifests.get(file));
    expect(merge.diagnostics).toMatchObject([{ code: 'secret-not-written' }]);
    searchValue('what was merged and said', merge);
  });

  it('is an address of a webhook that works for whoever has it', async () => {
    const fixture = await openApplied();
    const token = makeCanary('a token in an address');
    const body = {
      TransactionErrorWebhookUrl: `https://hooks.example.com/errors?key=${encodeURIComponent(token)}`,
    };
    await touchAccount(fixture, body);
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(fixture.manifests.get(file));
    expect(merge.diagnostics).toMatchObject([{ code: 'secret-not-written' }]);
    searchValue('what was merged and said', merge);
  });

  it('is a value that an anchor shares: its places are reported, and the rest is written', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', {
      from: 'properties: {region: eu}',
      to: 'properties: {region: &region eu}',
    });
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: *region ' });
    await fixture.apply();
    await touchProperty(fixture, { connector: 'crm', name: 'region', value: 'us' });
    await touchAccount(fixture, { Timezone: 'Europe/Lisbon' });
    const before = fixture.manifests.get(file) ?? '';
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(before.replace('Europe/Berlin', 'Europe/Lisbon'));
    expect(merge.diagnostics).toMatchObject([
      {
        code: 'value-of-anchor',
        address: 'northwind/connectors/crm/properties/region',
        at: {
          line: fixture.manifests.get(file)?.slice(0, before.indexOf('&region')).split('\n').length,
        },
        related: [{ at: { line: before.slice(0, before.indexOf('*region')).split('\n').length } }],
      },
    ]);
  });

  it('is a value that comes from a placeholder: its variable is named, and the rest is written', async () => {
    const fixture = await openFilled();
    await touchAccount(fixture, { Timezone: 'Europe/Lisbon', Name: 'Northwind Ltd' });
    const before = fixture.manifests.get(file) ?? '';
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(before.replace('Northwind Traders', 'Northwind Ltd'));
    expect(merge.diagnostics).toMatchObject([
      {
        code: 'value-of-expression',
        address: 'northwind/timezone',
        summary: expect.stringContaining(placeholder('vars.zone')),
        at: { file },
        related: [{ at: { file: 'cyclectl.yaml' }, says: 'vars.zone of local' }],
        remedy: expect.stringMatching(/^Change vars\.zone of local at cyclectl\.yaml:\d+:\d+/),
      },
    ]);
  });

  it('is a text with a label in it, a part of which may stand elsewhere too', async () => {
    const fixture = await openApplied();
    editManifest(fixture, 'northwind', {
      from: 'displayName: Northwind Traders',
      to: `displayName: Northwind ${placeholder('account.name')}`,
    });
    await fixture.apply();
    await touchAccount(fixture, { Name: 'Northwind Ltd' });
    const merge = await mergeIn(fixture, file);
    expect(merge).toMatchObject({
      text: fixture.manifests.get(file),
      diagnostics: [
        { code: 'value-of-expression', remedy: expect.stringMatching(/^Change its variable/) },
      ],
    });
  });

  it('is what no rule of a manifest lets pass: it is named, and the rest is written', async () => {
    const fixture = await openApplied();
    const before = fixture.manifests.get(file) ?? '';
    await touchAccount(fixture, {
      TransactionErrorWebhookUrl: 'ftp://hooks.example.com',
      Timezone: 'Europe/Lisbon',
    });
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(before.replace('Europe/Berlin', 'Europe/Lisbon'));
    expect(merge.diagnostics).toMatchObject([
      { code: 'value-not-written', address: 'northwind/errorWebhook/url', at: { file } },
    ]);
  });

  it('is the entry of an object deleted outside Git: it stays, and is reported', async () => {
    const fixture = await openApplied();
    const live = readLive(fixture, 'northwind');
    const cycle = live.cycles.find(({ name }) => name === 'Contacts to mailer');
    await consoleRequest(fixture.emulator, {
      method: 'DELETE',
      path: `/v1.0/cycles/${cycle?.id}`,
      account: live.id,
    });
    const merge = await mergeIn(fixture, file);
    expect(textOf(merge)).toBe(fixture.manifests.get(file));
    expect(merge.diagnostics).toMatchObject([
      { code: 'entry-gone', address: 'northwind/cycles/contacts-to-mailer' },
    ]);
  });
});

it('leaves the file of an account that could not be read', async () => {
  const fixture = await openApplied();
  await touchAccount(fixture, { Timezone: 'Europe/Lisbon' });
  fixture.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/account/connectors', every: 1, do: 'status', status: 503 },
  ]);
  const merge = await mergeIn(fixture, file);
  expect(merge).toMatchObject({ kind: 'left', diagnostics: [{ code: 'unread' }] });
});

async function openApplied(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await fixture.apply();
  return fixture;
}

// A manifest in which some values come from placeholders, applied.
async function openFilled(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  const project = fixture.manifests.get('cyclectl.yaml') ?? '';
  fixture.manifests.set('cyclectl.yaml', `${project}      variables: {zone: Europe/Berlin}\n`);
  editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: placeholder('vars.zone') });
  await fixture.apply();
  return fixture;
}

function placeholder(name: string): string {
  return ['$', `{${name}}`].join('');
}

function textOf(merge: TestMerge): string {
  if (merge.text === null) throw new Error(JSON.stringify(merge.diagnostics));
  return merge.text;
}

async function touchAccount(
  fixture: TestFixture,
  body: Readonly<Record<string, unknown>>,
  key: 'northwind' | 'contoso' = 'northwind',
): Promise<void> {
  const { id } = readLive(fixture, key);
  await consoleRequest(fixture.emulator, { method: 'PUT', path: `/v1.0/accounts/${id}`, body });
}

async function touchProperty(
  fixture: TestFixture,
  { connector, name, value }: { connector: string; name: string; value: string },
): Promise<void> {
  const account = readLive(fixture, 'northwind');
  const live = account.connectors.find((each) => each.name === connector);
  const property = live?.properties.find((each) => each.name === name);
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `/v1.0/account/connectors/${live?.id}/properties/${property?.id}`,
    account: account.id,
    body: { Value: value },
  });
}
