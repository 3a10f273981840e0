import { expect, it } from 'vitest';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { RunOptions, TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  listReported,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

const account = quickstartIds.northwind;
const files = 'northwind/cycles/contacts-to-files';
const during = { today: '2026-12-31' };
const after = { today: '2027-01-01' };

function ignore(place: TestFixture, path: string): void {
  const text = place.manifests.get('accounts/northwind.yaml') ?? '';
  const entry = `  ignore: {${path}: {until: 2026-12-31, reason: they move}}`;
  place.manifests.set(
    'accounts/northwind.yaml',
    text.replace(/^ {2}connectors:/m, `${entry}\n  connectors:`),
  );
}

async function applyOn(place: TestFixture, day: RunOptions): Promise<void> {
  const outcomes = await applyAll(place, { ...day, planned: await place.plan(day) });
  expect(listReported(outcomes)).toEqual([]);
}

async function driftOf(place: TestFixture, options: RunOptions) {
  const found = (await place.drift(options)).find((each) => each.account === 'northwind');
  if (found?.kind !== 'read') throw new Error('northwind was not read');
  return found;
}

function countNamed(place: TestFixture): number {
  return readLive(place, 'northwind').cycles.filter(({ name }) => name === 'Contacts to files')
    .length;
}

it('is left until its day in UTC is over, and then somebody moved it since our last apply', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  const path = `/v1.0/accounts/${readLive(place, 'northwind').id}`;
  await consoleRequest(place.emulator, { method: 'PUT', path, account, body: { Timezone: 'UTC' } });
  ignore(place, 'timezone');
  await applyOn(place, during);
  expect(readLive(place, 'northwind')).toMatchObject({ timezone: 'UTC' });
  expect(await driftOf(place, during)).toMatchObject({
    items: [],
    ignored: [{ address: 'northwind', path: 'timezone', until: '2026-12-31', reason: 'they move' }],
  });
  expect(await driftOf(place, after)).toMatchObject({
    items: [{ address: 'northwind', path: 'timezone', moved: 'live' }],
    ignored: [],
    notices: expect.arrayContaining([
      expect.objectContaining({ kind: 'ignore-over', address: 'northwind/timezone' }),
    ]),
  });
  await applyOn(place, after);
  expect(readLive(place, 'northwind')).toMatchObject({ timezone: 'Europe/Berlin' });
});

it('is a cycle that is gone, which is not made again before the day is over, and is ours all the same', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  const cycle = readLive(place, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to files',
  );
  const path = `/v1.0/cycles/${cycle?.id}`;
  await consoleRequest(place.emulator, {
    method: 'PUT',
    path: `${path}/deactivate`,
    account,
    body: {},
  });
  await consoleRequest(place.emulator, { method: 'DELETE', path, account });
  expect((await driftOf(place, during)).items).toMatchObject([{ address: files, kind: 'gone' }]);
  ignore(place, 'cycles/contacts-to-files');
  const gone = countNamed(place);
  await applyOn(place, during);
  expect(await driftOf(place, during)).toMatchObject({
    items: [],
    ignored: [{ address: files, path: null }],
  });
  expect(countNamed(place)).toBe(gone);
  expect((await driftOf(place, after)).items).toMatchObject([{ address: files, kind: 'gone' }]);
  await applyOn(place, after);
  const there = readLive(place, 'northwind').cycles;
  const made = there.find(({ name, id }) => name === 'Contacts to files' && id !== cycle?.id);
  expect(made).toMatchObject({ status: 'Active' });
});

it.each([
  {
    part: 'enabled',
    body: { TransactionErrorWebhookEnabled: false },
    left: { webhookEnabled: false },
  },
  {
    part: 'url',
    body: { TransactionErrorWebhookUrl: 'https://hooks.example.com/theirs' },
    left: { webhookUrl: 'https://hooks.example.com/theirs' },
  },
])(
  'is the part $part of a webhook that travels with another one: it goes as it is, and stays',
  async ({ part, body, left }) => {
    const place = await openQuickstart();
    await applyAll(place);
    const path = `/v1.0/accounts/${readLive(place, 'northwind').id}`;
    await consoleRequest(place.emulator, { method: 'PUT', path, account, body });
    ignore(place, `errorWebhook/${part}`);
    const manifest = 'accounts/northwind.yaml';
    const text = place.manifests.get(manifest) ?? '';
    place.manifests.set(manifest, text.replace('includeWarnings: true', 'includeWarnings: false'));
    await applyOn(place, during);
    const now = { ...left, webhookIncludeWarnings: false };
    expect(readLive(place, 'northwind')).toMatchObject(now);
    // What was sent is what we last wrote: when the day is over a plan brings back what Git wants.
    expect(await driftOf(place, after)).toMatchObject({ items: [], manifestMoved: 1 });
  },
);
