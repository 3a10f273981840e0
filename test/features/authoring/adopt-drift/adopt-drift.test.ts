import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { adoptDriftIn, textAfter } from '../../../worlds/features/adopt-drift-in.ts';
import { applyAll, editManifest, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const address = 'northwind/cycles/contacts-to-files';
const file = 'accounts/northwind.yaml';

/** The quickstart, applied, and a hand that changes northwind's own fields. */
async function openApplied() {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const { caller } = await openConsoleUser(fixture.emulator);
  const { id, cycles } = readLive(fixture, 'northwind');
  const own = caller.inside(id);
  const touch = (body: Readonly<Record<string, unknown>>) => put(caller, `/accounts/${id}`, body);
  const cycle = cycles.find(({ name }) => name === 'Contacts to files');
  return { fixture, caller, own, touch, cycle: `/cycles/${cycle?.id}` };
}

describe('A field that Git and the service both moved', () => {
  it('stays as in the manifest if it is not selected, and is reported with all three values', async () => {
    const { fixture, touch } = await openApplied();
    await touch({ Timezone: 'Asia/Tokyo', Name: 'Northwind!' });
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Europe/Lisbon' });
    for (const asked of [[], ['northwind']]) {
      const adoption = await adoptDriftIn(fixture, ...asked);
      expect(adoption.values.map(({ address }) => address)).toEqual(['northwind/displayName']);
      expect(adoption.incomplete).toBe(1);
      expect(textAfter(fixture, adoption, file)).toContain('timezone: Europe/Lisbon');
      expect(adoption.diagnostics).toMatchObject([
        {
          code: 'value-of-both',
          severity: 'error',
          address: 'northwind/timezone',
          summary:
            'northwind/timezone: it is "Europe/Lisbon" in Git, where "Europe/Berlin" was last applied, and the service has another value',
          live: { kind: 'plain', value: 'Asia/Tokyo' },
          at: { file, line: 10 },
          remedy: expect.stringContaining('cyclectl drift -e local --adopt northwind/timezone'),
        },
      ]);
    }
  });

  it('is written if its address is given, and the former value is reported', async () => {
    const { fixture, touch } = await openApplied();
    await touch({ Timezone: 'Asia/Tokyo' });
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Europe/Lisbon' });
    const adoption = await adoptDriftIn(fixture, 'northwind/timezone');
    expect(adoption).toMatchObject({
      diagnostics: [],
      values: [
        {
          address: 'northwind/timezone',
          wanted: { kind: 'plain', value: 'Europe/Lisbon' },
          before: { kind: 'plain', value: 'Europe/Berlin' },
          now: { kind: 'plain', value: 'Asia/Tokyo' },
        },
      ],
    });
    expect(textAfter(fixture, adoption, file)).toContain('timezone: Asia/Tokyo');
  });

  it('is one too where Git has a line that no apply has written', async () => {
    const { fixture, touch } = await openApplied();
    await touch({ Description: 'Theirs' });
    editManifest(fixture, 'northwind', {
      from: 'timezone: Europe/Berlin',
      to: 'timezone: Europe/Berlin\n  description: Ours',
    });
    const adoption = await adoptDriftIn(fixture);
    expect(adoption).toMatchObject({
      files: [],
      diagnostics: [
        {
          code: 'value-of-both',
          summary:
            'northwind/description: it is "Ours" in Git, which no apply has written, and the service has another value',
        },
      ],
    });
    expect(await adoptDriftIn(fixture, 'northwind/description')).toMatchObject({
      values: [{ wanted: { value: 'Ours' }, before: { kind: 'unknown' } }],
      diagnostics: [],
    });
  });

  it('is not lost with what stands around it', async () => {
    const { fixture, touch } = await openApplied();
    await touch({ TransactionErrorWebhookEnabled: false });
    editManifest(fixture, 'northwind', {
      from: 'https://hooks.example.com/northwind',
      to: 'https://hooks.example.com/elsewhere',
    });
    const adoption = await adoptDriftIn(fixture, 'northwind/errorWebhook/enabled');
    expect(adoption).toMatchObject({
      files: [],
      diagnostics: [
        {
          code: 'value-of-both',
          address: 'northwind/errorWebhook/enabled',
          summary: expect.stringContaining(
            'northwind/errorWebhook/url, which is "https://hooks.example.com/elsewhere" in Git',
          ),
        },
      ],
    });
  });

  it('also keeps its line if a user started a cycle whose schedule Git changed', async () => {
    const { fixture, own, cycle } = await openApplied();
    editManifest(fixture, 'northwind', {
      from: 'state: active\n      schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}',
      to: 'state: paused\n      schedule: {every: 15m}',
    });
    await applyAll(fixture);
    await put(own, `${cycle}/activate`, { StartTime: '2026-12-01T06:00:00.000Z', Interval: 60 });
    editManifest(fixture, 'northwind', { from: '{every: 15m}', to: '{every: 30m}' });
    const adoption = await adoptDriftIn(fixture);
    expect(adoption).toMatchObject({
      files: [],
      values: [],
      diagnostics: [
        {
          code: 'value-of-both',
          address: `${address}/schedule`,
          summary: `${address}/schedule: it is every 30m in Git, where every 15m from 2026-12-01T06:00:00Z was last applied, and would be lost with a change in the service next to it`,
        },
        // It would run on Git's schedule, on which nobody has started it.
        { code: 'value-not-written', address: `${address}/state` },
      ],
    });
  });
});

it('reports the former schedule that a start outside Git removes', async () => {
  const { fixture, own, cycle } = await openApplied();
  editManifest(fixture, 'northwind', {
    from: 'state: active\n      schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}',
    to: 'state: paused\n      schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}',
  });
  await applyAll(fixture);
  await put(own, `${cycle}/activate`, { StartTime: '2026-12-01T06:00:00.000Z', Interval: 60 });
  const adoption = await adoptDriftIn(fixture);
  expect(adoption).toMatchObject({
    values: [
      { address: `${address}/state` },
      {
        address: `${address}/schedule`,
        wanted: { value: { kind: 'every', every: '15m', startAt: '2026-12-01T06:00:00Z' } },
        now: { kind: 'unknown' },
      },
    ],
    diagnostics: [{ code: 'schedule-not-shown' }],
    incomplete: 0,
  });
});

it('says of a connector that was signed out what ends that: its secret is sent again, or a person signs in', async () => {
  const { fixture, own } = await openApplied();
  const crm = () => readLive(fixture, 'northwind').connectors.find(({ name }) => name === 'crm');
  await put(own, `/account/connectors/${crm()?.id}/deauthenticate`);
  expect(crm()?.isAuthenticated).toBe(false);
  const auth = 'northwind/connectors/crm/auth';
  const adoption = await adoptDriftIn(fixture, auth);
  expect(adoption).toMatchObject({
    files: [],
    diagnostics: [
      {
        code: 'value-not-written',
        address: auth,
        summary: `${auth}: the connector is no longer signed in`,
        remedy: `To send the secret from $northwind_crm_key again, run cyclectl drift -e local --revert ${auth}, or apply.`,
      },
    ],
  });
  const revert = { addresses: [auth as Address], isNew: true };
  const planned = await fixture.plan({ revert });
  await fixture.apply({ revert: { ...revert, isNew: false }, planned });
  expect(crm()?.isAuthenticated).toBe(true);
  expect(await adoptDriftIn(fixture, auth)).toMatchObject({ diagnostics: [{ code: 'no-drift' }] });
});

it('says of an address what is not there, with the nearest that are, and of one that is there that nothing moved', async () => {
  const { fixture, touch } = await openApplied();
  await touch({ Timezone: 'Asia/Tokyo' });
  const quiet = 'northwind/cycles/contacts-to-files';
  for (const [address, why, nearest] of [
    ['northwind/timezone/', 'northwind has no such object or field', 'northwind/timezone'],
    ['northwind/TimeZone', 'northwind has no such object or field', 'northwind/timezone'],
    ['northwind/cycles/Contacts to files', 'northwind has no such object or field', quiet],
    [quiet, 'nothing there that drift compares has changed', null],
    [`${quiet}/steps`, 'nothing there that drift compares has changed', null],
  ] as const) {
    const [reported] = (await adoptDriftIn(fixture, address)).diagnostics;
    expect(reported).toMatchObject({
      code: 'no-drift',
      summary: `${address} has no drift: ${why}`,
    });
    if (nearest !== null) expect(reported?.remedy).toContain(`"${nearest}"`);
  }
});

it('does not report an unreadable schedule as changed', async () => {
  const { fixture, own, cycle } = await openApplied();
  editManifest(fixture, 'northwind', {
    from: 'state: active\n      schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}',
    to: 'state: paused\n      schedule: &often {every: 15m, startAt: 2026-12-01T06:00:00Z}',
  });
  editManifest(fixture, 'northwind', { from: 'schedule: {every: 1h}', to: 'schedule: *often' });
  await applyAll(fixture);
  await put(own, `${cycle}/activate`, { StartTime: '2026-12-01T06:00:00.000Z', Interval: 15 });
  const { diagnostics } = await adoptDriftIn(fixture);
  expect(diagnostics).toMatchObject([
    { code: 'schedule-not-shown' },
    {
      code: 'value-of-anchor',
      address: `${address}/schedule`,
      summary: `${address}/schedule: it is an anchor of others, and would change with a changed field next to it`,
    },
  ]);
});

it('keeps what stood for a field beside the one that was named, where one word stood for both', async () => {
  const { fixture, touch } = await openApplied();
  editManifest(fixture, 'northwind', {
    from: 'retention: {successHours: 120, erroredHours: 336}',
    to: 'retention: null',
  });
  await applyAll(fixture);
  await touch({ StepDataSuccessRetentionHours: 48, StepDataErroredRetentionHours: 96 });
  const adoption = await adoptDriftIn(fixture, 'northwind/retention/successHours');
  expect(adoption).toMatchObject({ diagnostics: [], incomplete: 0 });
  expect(adoption.values.map((each) => each.address)).toEqual(['northwind/retention/successHours']);
  expect(textAfter(fixture, adoption, file)).toContain(
    'retention: {successHours: 48, erroredHours: null}',
  );
  expect((await adoptDriftIn(fixture)).values.map((each) => each.address)).toEqual([
    'northwind/retention/successHours',
    'northwind/retention/erroredHours',
  ]);
});

describe('An error webhook', () => {
  it('that was turned off is reported with all that its lines remove', async () => {
    const { fixture, touch } = await openApplied();
    await touch({ TransactionErrorWebhookEnabled: false });
    const adoption = await adoptDriftIn(fixture);
    expect(textAfter(fixture, adoption, file)).toContain('errorWebhook: null');
    const gone = { kind: 'unknown' };
    expect(adoption.values).toMatchObject([
      { address: 'northwind/errorWebhook/enabled', now: { kind: 'plain', value: false } },
      {
        address: 'northwind/errorWebhook/url',
        wanted: { kind: 'plain', value: 'https://hooks.example.com/northwind' },
        now: gone,
        file,
      },
      {
        address: 'northwind/errorWebhook/includeWarnings',
        wanted: { kind: 'plain', value: true },
        now: gone,
      },
    ]);
  });

  it('that was turned on is reported with the address that is written', async () => {
    const { fixture, caller } = await openApplied();
    const own = 'accounts/contoso.yaml';
    await put(caller, `/accounts/${readLive(fixture, 'contoso').id}`, {
      TransactionErrorWebhookEnabled: true,
      TransactionErrorWebhookUrl: 'https://hooks.example.com/contoso',
      TransactionErrorWebhookIncludeWarnings: true,
    });
    const adoption = await adoptDriftIn(fixture, 'contoso');
    expect(textAfter(fixture, adoption, own)).toContain('https://hooks.example.com/contoso');
    const nothing = { kind: 'plain', value: null };
    expect(adoption.values).toMatchObject([
      { address: 'contoso/errorWebhook/enabled', now: { kind: 'plain', value: true } },
      {
        address: 'contoso/errorWebhook/url',
        wanted: nothing,
        now: { kind: 'plain', value: 'https://hooks.example.com/contoso' },
        file: own,
      },
      {
        address: 'contoso/errorWebhook/includeWarnings',
        wanted: nothing,
        now: { kind: 'plain', value: true },
      },
    ]);
  });
});
