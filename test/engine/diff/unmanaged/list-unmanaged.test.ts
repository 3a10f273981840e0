import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import type { FieldBefore } from '../../../../src/model/state/run.ts';
import { registerSecret } from '../../../canaries/register.ts';
import { put, signIn } from '../../../emulator/support/start-emulator.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { listUnmanaged, toItemName } from '../../../worlds/laws/member-edits.ts';
import { applyAll, editManifest, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const cycle = 'northwind/cycles/contacts-to-mailer';

/** The quickstart as applied, with a person who edits the account northwind. */
async function openEdited(
  ...edits: readonly (readonly [what: 'account' | 'mailer' | 'cycle' | 'crm', body: object])[]
): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  for (const [what, body] of edits) await edit(fixture, what, body);
  return fixture;
}

async function edit(fixture: TestFixture, what: string, body: object): Promise<void> {
  const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
  const { connectors, cycles } = readLive(fixture, 'northwind');
  const named = (name: string) => connectors.find((each) => each.name === name);
  // It waits for a sign-in, so that it is paused and can be edited.
  const resting = cycles.find(({ name }) => name === 'Contacts to mailer');
  const region = named('crm')?.properties.find(({ name }) => name === 'region');
  const paths: Readonly<Record<string, string>> = {
    account: '/accounts/northwind-8812',
    mailer: `/account/connectors/${named('mailer')?.id}`,
    crm: `/account/connectors/${named('crm')?.id}/properties/${region?.id}`,
    cycle: `/cycles/${resting?.id}`,
  };
  expect((await put(caller, paths[what] ?? '', body)).status).toBe(200);
}

async function listNames(fixture: TestFixture): Promise<readonly string[]> {
  return (await listUnmanaged(fixture)).map(toItemName);
}

function writePolicy(fixture: TestFixture, policy: string): void {
  const before = fixture.manifests.get('cyclectl.yaml') ?? '';
  fixture.manifests.set('cyclectl.yaml', `${before}      drift: ${policy}\n`);
}

describe('an unmanaged change', () => {
  it('fails drift where it changes what a cycle does, and is reported where people alone read it', async () => {
    const fixture = await openEdited(
      ['account', { Description: 'by hand' }],
      ['cycle', { StepErrorAction: 'Retry', Tags: ['a', 'b'] }],
    );
    const found = await listUnmanaged(fixture);
    expect(found.map((item) => [toItemName(item), item.unmanaged?.response])).toEqual([
      ['northwind/description', 'report'],
      [`${cycle}/tags`, 'report'],
      [`${cycle}/errorAction`, 'fail'],
    ]);
  });

  it('is answered as the environment says, the more exact rule first', async () => {
    const fixture = await openEdited(
      ['account', { Description: 'by hand', AuditInfo: 'x' }],
      ['cycle', { StepErrorAction: 'Retry', Description: 'by hand' }],
    );
    writePolicy(
      fixture,
      `{unmanaged: {runs: report, label: ignore}, rules: [{path: description, unmanaged: report, reason: r}, {path: cycles/*/description, unmanaged: fail, reason: r}]}`,
    );
    const found = await listUnmanaged(fixture);
    expect(found.map((item) => [toItemName(item), item.unmanaged?.response])).toEqual([
      ['northwind/description', 'report'],
      [`${cycle}/description`, 'fail'],
      [`${cycle}/errorAction`, 'report'],
    ]);
  });

  it('is left to its owner, and an entry under ignore silences it until its day', async () => {
    const fixture = await openEdited(
      ['account', { AuditInfo: 'x', TaskAuditInfo: 'y' }],
      ['cycle', { Tags: ['a'] }],
    );
    editManifest(fixture, 'northwind', {
      from: 'spec:\n',
      to: 'spec:\n  ownership: {cycles/*/tags: observed}\n  ignore: {auditInfo: {until: 2026-12-31, reason: agreed}}\n',
    });
    expect(await listNames(fixture)).toEqual(['northwind/taskAuditInfo']);
    const ignored = [{ address: 'northwind', path: 'auditInfo', is: { value: 'x' } }];
    expect(await fixture.drift({ select: ['account=northwind'] })).toMatchObject([{ ignored }]);
    expect(await listNames(fixture)).not.toContain('northwind/auditInfo');
  });

  it('stays reported through applies that write beside it, until its line is in Git and gone again', async () => {
    const fixture = await openEdited(['account', { AuditInfo: 'x' }]);
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Europe/Lisbon' });
    await applyAll(fixture);
    expect(await listNames(fixture)).toEqual(['northwind/auditInfo']);
    editManifest(fixture, 'northwind', { from: 'spec:\n', to: 'spec:\n  auditInfo: ours\n' });
    await applyAll(fixture);
    expect(await listNames(fixture)).toEqual([]);
    editManifest(fixture, 'northwind', { from: '  auditInfo: ours\n', to: '' });
    await edit(fixture, 'account', { AuditInfo: 'before the release was applied' });
    expect(await listUnmanaged(fixture)).toMatchObject([
      { path: 'auditInfo', before: { value: 'ours' } },
    ]);
    await applyAll(fixture);
    expect(await listNames(fixture)).toEqual(['northwind/auditInfo']);
  });

  it('is a property that nobody had set, through every apply', async () => {
    const fixture = await openEdited();
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    const files = readLive(fixture, 'northwind').connectors.find(({ name }) => name === 'files');
    const path = `/v1.0/account/connectors/${files?.id}/properties`;
    await caller.call('POST', path, { Name: 'ClientSecret', Value: 'typed by hand' });
    const name = 'northwind/connectors/files/properties/ClientSecret';
    expect(await listNames(fixture)).toEqual([name]);
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Europe/Lisbon' });
    await applyAll(fixture);
    await applyAll(fixture);
    expect(await listNames(fixture)).toEqual([name]);
  });

  it('that a revert brings back is shown and stored no more than by drift, if it may be a secret', async () => {
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    registerSecret('a token that a revert takes away', token);
    const fixture = await openEdited(['account', { AuditInfo: token, Description: 'by hand' }]);
    const addresses = ['northwind/auditInfo', 'northwind/description'] as unknown as Address[];
    // Each plan and outcome is searched for it, and the store when it is closed.
    await fixture.apply({ revert: { addresses, isNew: true } });
    expect(await listNames(fixture)).toEqual([]);
    expect(readLive(fixture, 'northwind')).toMatchObject({ auditInfo: null, description: null });
  });

  it('is one again where its revert is undone', async () => {
    const fixture = await openEdited(['account', { AuditInfo: 'by hand' }]);
    const addresses = ['northwind/auditInfo'] as unknown as Address[];
    const revert = { addresses, isNew: true };
    await fixture.apply({ revert });
    expect(readLive(fixture, 'northwind').auditInfo).toBeNull();
    const before = { address: 'northwind', path: 'auditInfo' } as unknown as FieldBefore;
    const inverse = {
      run: 'run',
      account: 'northwind',
      before: [
        {
          ...before,
          was: { kind: 'plain', value: 'by hand' },
          wrote: { kind: 'plain', value: null },
        },
      ],
      made: [],
      deleted: [],
      later: new Map(),
      madeLater: new Set<never>(),
      isRevert: true,
    } as const;
    await fixture.apply({ undo: new Map([['northwind', inverse]]) });
    expect(readLive(fixture, 'northwind').auditInfo).toBe('by hand');
    expect(await listNames(fixture)).toEqual(['northwind/auditInfo']);
  });

  it('is no sign-in, which a connector waits for, but is the loss of one', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', {
      from: 'auth: {oauth: {user: it@northwind.example}}',
      to: 'description: signed in by others',
    });
    await applyAll(fixture);
    const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
    const mailer = readLive(fixture, 'northwind').connectors.find(({ name }) => name === 'mailer');
    await put(caller, `/account/connectors/${mailer?.id}`, { AuthValue: 'a-token-not-a-secret' });
    expect(await listNames(fixture)).toEqual([]);
    await applyAll(fixture);
    await put(caller, `/account/connectors/${mailer?.id}/deauthenticate`, {});
    expect(await listNames(fixture)).toEqual(['northwind/connectors/mailer/auth']);
  });

  it('shows nothing of a text that may be a secret, and stores nothing of it', async () => {
    // Closing the fixture looks for it in the store, and each drift in what it gives.
    const token = 'sk_live_51HabcdefghijklmnoPQRS';
    registerSecret('a token that was typed by hand', token);
    const fixture = await openEdited(
      ['account', { Description: `use ${token}`, AuditInfo: token, TaskAuditInfo: token }],
      ['account', { TransactionErrorWebhookUrl: `https://hooks.example.com/?key=${token}` }],
      ['mailer', { Description: token }],
      ['cycle', { Description: `Bearer ${token}`, Tags: [token] }],
    );
    const found = await listUnmanaged(fixture);
    expect(found.map(toItemName)).toEqual([
      'northwind/description',
      'northwind/auditInfo',
      'northwind/taskAuditInfo',
      'northwind/connectors/mailer/description',
      `${cycle}/description`,
      `${cycle}/tags`,
    ]);
    expect(found.every(({ now }) => now.kind === 'secret')).toBe(true);
    await acceptIn(fixture, { addresses: ['northwind'] });
    expect(await listNames(fixture)).toEqual([]);
    await edit(fixture, 'account', { AuditInfo: `${token}2` });
    expect(await listNames(fixture)).toEqual(['northwind/auditInfo']);
    await applyAll(fixture);
  });
});
