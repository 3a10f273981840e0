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

describe('A manifest that takes over what a hand changed', () => {
  it('differs in those values alone, and then there is nothing to do', async () => {
    const place = await openApplied();
    const before = place.manifests.get(file) ?? '';
    await touchAccount(place, {
      Name: 'Northwind: Traders #1',
      StepDataSuccessRetentionHours: 48,
      TransactionErrorWebhookIncludeWarnings: false,
    });
    await touchProperty(place, { connector: 'files', name: 'port', value: '8022' });
    const merge = await mergeIn(place, file);
    expect(merge.diagnostics).toEqual([]);
    expect(textOf(merge)).toBe(
      before
        .replace('displayName: Northwind Traders\n', 'displayName: "Northwind: Traders #1"\n')
        .replace('successHours: 120', 'successHours: 48')
        .replace('includeWarnings: true', 'includeWarnings: false')
        .replace('port: "0022"', 'port: "8022"'),
    );
    place.manifests.set(file, textOf(merge));
    expect(listLeft(await place.plan()).filter((each) => !/news/.test(each))).toEqual([]);
  });

  it('keeps its line ends, its byte order mark and the other account of its file', async () => {
    const place = await openQuickstart();
    const [one, two] = ['northwind', 'contoso'].map(
      (key) => place.manifests.get(`accounts/${key}.yaml`) ?? '',
    );
    place.manifests.delete('accounts/contoso.yaml');
    const before = `\ufeff${one}---\n${two}`.trimEnd().replaceAll('\n', '\r\n');
    place.manifests.set(file, before);
    await place.apply();
    await touchAccount(place, { Timezone: 'Europe/Lisbon' });
    await touchAccount(
      place,
      {
        TransactionErrorWebhookEnabled: true,
        TransactionErrorWebhookUrl: 'https://hooks.example.com/contoso',
      },
      'contoso',
    );
    const merge = await mergeIn(place, file);
    expect(merge.diagnostics).toEqual([]);
    expect(textOf(merge)).toBe(
      before
        .replace('timezone: Europe/Berlin', 'timezone: Europe/Lisbon')
        .replace('errorWebhook: null', 'errorWebhook: {url: https://hooks.example.com/contoso}'),
    );
  });

  it('is left where nothing moved but Git', async () => {
    const place = await openApplied();
    editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'Europe/Lisbon' });
    const merge = await mergeIn(place, file);
    expect(merge).toMatchObject({ written: [], diagnostics: [], text: place.manifests.get(file) });
  });

  it('says of a cycle that somebody stopped that it is paused', async () => {
    const place = await openApplied();
    const live = readLive(place, 'northwind');
    const cycle = live.cycles.find(({ name }) => name === 'Contacts to files');
    await consoleRequest(place.emulator, {
      method: 'PUT',
      path: `/v1.0/cycles/${cycle?.id}/deactivate`,
      account: live.id,
      body: {},
    });
    const before = place.manifests.get(file) ?? '';
    const merge = await mergeIn(place, file);
    expect(textOf(merge)).toBe(before.replace('state: active', 'state: paused'));
  });
});

describe('A text of the service that looks like a placeholder', () => {
  it('is escaped, so that it means itself', async () => {
    const place = await openApplied();
    const before = place.manifests.get(file) ?? '';
    await touchAccount(place, { Name: `Northwind ${placeholder('vars.x')}` });
    const merge = await mergeIn(place, file);
    expect(merge.diagnostics).toEqual([]);
    expect(textOf(merge)).toBe(
      before.replace('Northwind Traders', () => `"Northwind $${placeholder('vars.x')}"`),
    );
    place.manifests.set(file, textOf(merge));
    expect(await mergeIn(place, file)).toMatchObject({ written: [], diagnostics: [] });
  });
});

describe('What cannot be written', () => {
  it('is a secret: it is named, and the file has the reference', async () => {
    const place = await openApplied();
    await touchProperty(place, { connector: 'crm', name: 'region', value: 'us' });
    editManifest(place, 'northwind', {
      from: 'properties: {region: eu}',
      to: 'properties: {region: {env: northwind_region}}',
    });
    place.secrets.set('northwind_region', 'canary-region-5');
    await place.apply();
    await touchProperty(place, { connector: 'crm', name: 'region', value: 'somewhere' });
    const before = place.manifests.get(file);
    const merge = await mergeIn(place, file);
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
    const place = await openApplied();
    const value = quickstartSecrets.northwind_crm_key;
    await touchProperty(place, { connector: 'crm', name: 'region', value });
    const merge = await mergeIn(place, file);
    expect(textOf(merge)).toBe(place.manifests.get(file));
    expect(merge.diagnostics).toMatchObject([{ code: 'secret-not-written' }]);
    searchValue('what was merged and said', merge);
  });

  it('is an address of a webhook that works for whoever has it', async () => {
    const place = await openApplied();
    const token = makeCanary('a token in an address');
    const body = {
      TransactionErrorWebhookUrl: `https://hooks.example.com/errors?key=${encodeURIComponent(token)}`,
    };
    await touchAccount(place, body);
    const merge = await mergeIn(place, file);
    expect(textOf(merge)).toBe(place.manifests.get(file));
    expect(merge.diagnostics).toMatchObject([{ code: 'secret-not-written' }]);
    searchValue('what was merged and said', merge);
  });

  it('is a value that an anchor shares: its places are reported, and the rest is written', async () => {
    const place = await openQuickstart();
    editManifest(place, 'northwind', {
      from: 'properties: {region: eu}',
      to: 'properties: {region: &region eu}',
    });
    editManifest(place, 'northwind', { from: 'region: emea', to: 'region: *region ' });
    await place.apply();
    await touchProperty(place, { connector: 'crm', name: 'region', value: 'us' });
    await touchAccount(place, { Timezone: 'Europe/Lisbon' });
    const before = place.manifests.get(file) ?? '';
    const merge = await mergeIn(place, file);
    expect(textOf(merge)).toBe(before.replace('Europe/Berlin', 'Europe/Lisbon'));
    expect(merge.diagnostics).toMatchObject([
      {
        code: 'value-of-anchor',
        address: 'northwind/connectors/crm/properties/region',
        at: {
          line: place.manifests.get(file)?.slice(0, before.indexOf('&region')).split('\n').length,
        },
        related: [{ at: { line: before.slice(0, before.indexOf('*region')).split('\n').length } }],
      },
    ]);
  });

  it('is a value that comes from a placeholder: its variable is named, and the rest is written', async () => {
    const place = await openFilled();
    await touchAccount(place, { Timezone: 'Europe/Lisbon', Name: 'Northwind Ltd' });
    const before = place.manifests.get(file) ?? '';
    const merge = await mergeIn(place, file);
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
    const place = await openApplied();
    editManifest(place, 'northwind', {
      from: 'displayName: Northwind Traders',
      to: `displayName: Northwind ${placeholder('account.name')}`,
    });
    await place.apply();
    await touchAccount(place, { Name: 'Northwind Ltd' });
    const merge = await mergeIn(place, file);
    expect(merge).toMatchObject({
      text: place.manifests.get(file),
      diagnostics: [
        { code: 'value-of-expression', remedy: expect.stringMatching(/^Change its variable/) },
      ],
    });
  });

  it('is what no rule of a manifest lets pass: it is named, and the rest is written', async () => {
    const place = await openApplied();
    const before = place.manifests.get(file) ?? '';
    await touchAccount(place, {
      TransactionErrorWebhookUrl: 'ftp://hooks.example.com',
      Timezone: 'Europe/Lisbon',
    });
    const merge = await mergeIn(place, file);
    expect(textOf(merge)).toBe(before.replace('Europe/Berlin', 'Europe/Lisbon'));
    expect(merge.diagnostics).toMatchObject([
      { code: 'value-not-written', address: 'northwind/errorWebhook/url', at: { file } },
    ]);
  });

  it('is the entry of what somebody deleted: it stays, and is named', async () => {
    const place = await openApplied();
    const live = readLive(place, 'northwind');
    const cycle = live.cycles.find(({ name }) => name === 'Contacts to mailer');
    await consoleRequest(place.emulator, {
      method: 'DELETE',
      path: `/v1.0/cycles/${cycle?.id}`,
      account: live.id,
    });
    const merge = await mergeIn(place, file);
    expect(textOf(merge)).toBe(place.manifests.get(file));
    expect(merge.diagnostics).toMatchObject([
      { code: 'entry-gone', address: 'northwind/cycles/contacts-to-mailer' },
    ]);
  });
});

it('leaves the file of an account that could not be read', async () => {
  const place = await openApplied();
  await touchAccount(place, { Timezone: 'Europe/Lisbon' });
  place.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/account/connectors', every: 1, do: 'status', status: 503 },
  ]);
  const merge = await mergeIn(place, file);
  expect(merge).toMatchObject({ kind: 'left', diagnostics: [{ code: 'unread' }] });
});

async function openApplied(): Promise<TestFixture> {
  const place = await openQuickstart();
  await place.apply();
  return place;
}

// A manifest in which some values come from placeholders, applied.
async function openFilled(): Promise<TestFixture> {
  const place = await openQuickstart();
  const project = place.manifests.get('cyclectl.yaml') ?? '';
  place.manifests.set('cyclectl.yaml', `${project}      variables: {zone: Europe/Berlin}\n`);
  editManifest(place, 'northwind', { from: 'Europe/Berlin', to: placeholder('vars.zone') });
  await place.apply();
  return place;
}

function placeholder(name: string): string {
  return ['$', `{${name}}`].join('');
}

function textOf(merge: TestMerge): string {
  if (merge.text === null) throw new Error(JSON.stringify(merge.diagnostics));
  return merge.text;
}

async function touchAccount(
  place: TestFixture,
  body: Readonly<Record<string, unknown>>,
  key: 'northwind' | 'contoso' = 'northwind',
): Promise<void> {
  const { id } = readLive(place, key);
  await consoleRequest(place.emulator, { method: 'PUT', path: `/v1.0/accounts/${id}`, body });
}

async function touchProperty(
  place: TestFixture,
  { connector, name, value }: { connector: string; name: string; value: string },
): Promise<void> {
  const account = readLive(place, 'northwind');
  const live = account.connectors.find((each) => each.name === connector);
  const property = live?.properties.find((each) => each.name === name);
  await consoleRequest(place.emulator, {
    method: 'PUT',
    path: `/v1.0/account/connectors/${live?.id}/properties/${property?.id}`,
    account: account.id,
    body: { Value: value },
  });
}
