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

function ignore(fixture: TestFixture, path: string): void {
  const text = fixture.manifests.get('accounts/northwind.yaml') ?? '';
  const entry = `  ignore: {${path}: {until: 2026-12-31, reason: they move}}`;
  fixture.manifests.set(
    'accounts/northwind.yaml',
    text.replace(/^ {2}connectors:/m, `${entry}\n  connectors:`),
  );
}

async function applyOn(fixture: TestFixture, day: RunOptions): Promise<void> {
  const outcomes = await applyAll(fixture, { ...day, planned: await fixture.plan(day) });
  expect(listReported(outcomes)).toEqual([]);
}

async function driftOf(fixture: TestFixture, options: RunOptions) {
  const found = (await fixture.drift(options)).find((each) => each.account === 'northwind');
  if (found?.kind !== 'read') throw new Error('northwind was not read');
  return found;
}

function countNamed(fixture: TestFixture): number {
  return readLive(fixture, 'northwind').cycles.filter(({ name }) => name === 'Contacts to files')
    .length;
}

it('is ignored until its day in UTC ends, and is then changed outside Git', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const path = `/v1.0/accounts/${readLive(fixture, 'northwind').id}`;
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path,
    account,
    body: { Timezone: 'UTC' },
  });
  ignore(fixture, 'timezone');
  await applyOn(fixture, during);
  expect(readLive(fixture, 'northwind')).toMatchObject({ timezone: 'UTC' });
  expect(await driftOf(fixture, during)).toMatchObject({
    items: [],
    ignored: [{ address: 'northwind', path: 'timezone', until: '2026-12-31', reason: 'they move' }],
  });
  expect(await driftOf(fixture, after)).toMatchObject({
    items: [{ address: 'northwind', path: 'timezone', moved: 'live' }],
    ignored: [],
    notices: expect.arrayContaining([
      expect.objectContaining({ kind: 'ignore-over', address: 'northwind/timezone' }),
    ]),
  });
  await applyOn(fixture, after);
  expect(readLive(fixture, 'northwind')).toMatchObject({ timezone: 'Europe/Berlin' });
});

it('is a cycle that is gone, which is not made again before the day is over, and is ours all the same', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const cycle = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to files',
  );
  const path = `/v1.0/cycles/${cycle?.id}`;
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `${path}/deactivate`,
    account,
    body: {},
  });
  await consoleRequest(fixture.emulator, { method: 'DELETE', path, account });
  expect((await driftOf(fixture, during)).items).toMatchObject([{ address: files, kind: 'gone' }]);
  ignore(fixture, 'cycles/contacts-to-files');
  const gone = countNamed(fixture);
  await applyOn(fixture, during);
  expect(await driftOf(fixture, during)).toMatchObject({
    items: [],
    ignored: [{ address: files, path: null }],
  });
  expect(countNamed(fixture)).toBe(gone);
  expect((await driftOf(fixture, after)).items).toMatchObject([{ address: files, kind: 'gone' }]);
  await applyOn(fixture, after);
  const there = readLive(fixture, 'northwind').cycles;
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
    const fixture = await openQuickstart();
    await applyAll(fixture);
    const path = `/v1.0/accounts/${readLive(fixture, 'northwind').id}`;
    await consoleRequest(fixture.emulator, { method: 'PUT', path, account, body });
    ignore(fixture, `errorWebhook/${part}`);
    const manifest = 'accounts/northwind.yaml';
    const text = fixture.manifests.get(manifest) ?? '';
    fixture.manifests.set(
      manifest,
      text.replace('includeWarnings: true', 'includeWarnings: false'),
    );
    await applyOn(fixture, during);
    const now = { ...left, webhookIncludeWarnings: false };
    expect(readLive(fixture, 'northwind')).toMatchObject(now);
    // What was sent is what we last wrote: when the day is over a plan brings back what Git wants.
    expect(await driftOf(fixture, after)).toMatchObject({ items: [], manifestMoved: 1 });
  },
);
