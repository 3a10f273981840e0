import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { runStatus } from '../../../../src/features/inspect/status/run-status.ts';
import { countStatus } from '../../../../src/model/report/count-status.ts';
import { isAttentionNeeded } from '../../../../src/model/report/health.ts';
import type { AccountStatus, CycleStatus } from '../../../../src/model/report/status.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { openFixture, type RunOptions, type TestFixture } from '../../../worlds/fixture.ts';
import { editManifest, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

async function lookAt(fixture: TestFixture, options: RunOptions = {}) {
  const before = fixture.emulator.requests().length;
  const { run } = await fixture.open(options);
  const accounts: AccountStatus[] = [];
  const now = fixture.emulator.control.advance('0s');
  for await (const account of runStatus({ ...run, now })) accounts.push(account);
  const asked = fixture.emulator.requests().slice(before);
  const requests = asked
    .filter(({ path }) => !path.endsWith('/token'))
    .map(({ method, path, account }) => `${method} ${path} ${account ?? '-'}`);
  return { accounts, requests };
}

function findCycle(accounts: readonly AccountStatus[], address: string): CycleStatus | undefined {
  return accounts
    .flatMap((account) => (account.kind === 'read' ? account.cycles : []))
    .find((cycle) => cycle.address === address);
}

const files = 'northwind/cycles/contacts-to-files';

describe('status', () => {
  it('says when a cycle runs next, and then the service runs it', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const first = await lookAt(fixture);
    expect(findCycle(first.accounts, files)).toMatchObject({
      state: 'Active',
      wants: 'active',
      lastSuccess: null,
      schedule: { from: 'sent', schedule: { kind: 'every', every: '15m' } },
      next: { kind: 'expected', at: '2026-12-01T06:00:00Z' },
    });
    const { control } = fixture.emulator;
    for (const at of ['2026-12-01T06:00:00Z', '2026-12-01T06:15:00Z']) {
      const now = Date.parse(control.advance('0s'));
      await control.letPass(`${Date.parse(at) - now - 1000}ms`);
      const early = findCycle((await lookAt(fixture)).accounts, files);
      expect(early?.next).toEqual({ kind: 'expected', at });
      await control.letPass('10m');
      const done = findCycle((await lookAt(fixture)).accounts, files);
      expect(Date.parse(done?.lastSuccess ?? '')).toBeGreaterThanOrEqual(Date.parse(at));
    }
  });

  it('counts errors and warnings as the service does, and says who is waited for', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const { control } = fixture.emulator;
    control.upsetApp('crm', { revoke: fixture.secrets.get('northwind_crm_key') ?? '' });
    await control.letPass('70m');
    const { accounts } = await lookAt(fixture);
    const cycle = findCycle(accounts, files);
    expect(cycle?.errors).toBeGreaterThan(0);
    expect(cycle?.warnings).toBeGreaterThan(0);
    expect(cycle).toMatchObject({ lastSuccess: null, notSignedIn: 0 });
    expect(accounts[1]).toMatchObject({
      account: 'northwind',
      waits: [
        { address: 'northwind/connectors/mailer', isInstalled: true, user: 'it@northwind.example' },
      ],
    });
    expect(accounts[1]).toHaveProperty('waits.0.since', expect.stringMatching(/^2026-12-01T/));
    control.grantConsent({ account: 'northwind-8812', connector: 'mailer' });
    const after = await lookAt(fixture);
    expect(after.accounts[1]).toMatchObject({ waits: [] });
    expect(findCycle(after.accounts, 'northwind/cycles/contacts-to-mailer')).toMatchObject({
      state: 'Paused',
      wants: 'active',
      notSignedIn: 0,
      next: { kind: 'none' },
    });
  });

  it('costs one page of cycles for each account with state and the catalog, and nothing else', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    const { requests } = await lookAt(fixture);
    expect(requests.toSorted()).toEqual([
      'GET /v1.0/connectors -',
      'GET /v1.0/cycles contoso.example',
      'GET /v1.0/cycles northwind-8812',
    ]);
    const one = await lookAt(fixture, { select: ['account=contoso'] });
    expect(one.requests).toEqual(['GET /v1.0/cycles contoso.example', 'GET /v1.0/connectors -']);
    fixture.loseStore();
    const lost = await lookAt(fixture);
    expect(lost.requests.toSorted()).toEqual([
      'GET /v1.0/account/connectors northwind-8812',
      'GET /v1.0/accounts -',
      'GET /v1.0/connectors -',
      'GET /v1.0/cycles contoso.example',
      'GET /v1.0/cycles northwind-8812',
    ]);
    expect(findCycle(lost.accounts, files)).toMatchObject({
      schedule: { from: 'nowhere' },
      next: { kind: 'unknown' },
    });
    expect(lost.accounts[1]).toMatchObject({ waits: [{ since: null, isInstalled: true }] });
  });

  it('costs one request for each account of a fleet, whose cycles use no connector', async () => {
    const keys = Array.from({ length: 120 }, (_, index) => `account-${index}`);
    const manifests = Object.fromEntries(
      keys.map((key) => [`accounts/${key}.yaml`, writeAccount(key)] as const),
    );
    const fixture = await openFixture({ manifests });
    await fixture.apply();
    const { accounts, requests } = await lookAt(fixture);
    expect(accounts).toHaveLength(120);
    expect(requests).toHaveLength(120);
    expect(new Set(requests.map((each) => each.split(' ')[1]))).toEqual(new Set(['/v1.0/cycles']));
  });

  it('names what is not bound by its tag or name, and what no manifest has as it is called', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    fixture.loseStore();
    editManifest(fixture, 'northwind', { from: '    contacts-to-files:', to: '    other-key:' });
    editManifest(fixture, 'northwind', { from: 'Contacts to files', to: 'Other name' });
    const { accounts } = await lookAt(fixture);
    const cycles = accounts[1]?.kind === 'read' ? accounts[1].cycles : [];
    expect(cycles.map(({ address, name, state }) => [address, name, state])).toEqual([
      ['northwind/cycles/other-key', 'Other name', null],
      ['northwind/cycles/contacts-to-mailer', 'Contacts to mailer', 'Paused'],
      [null, 'Contacts to files', 'Active'],
    ]);
  });

  it('reports an account that does not exist yet, and one that could not be read', async () => {
    const fixture = await openQuickstart();
    const before = await lookAt(fixture);
    expect(before.accounts).toMatchObject([
      { kind: 'read', isThere: false, waits: [] },
      { kind: 'read', isThere: false, waits: [{ isInstalled: false }] },
    ]);
    expect(before.accounts.filter((each) => 'isGone' in each)).toEqual([]);
    expect(countStatus(before.accounts)).toMatchObject({ goneAccounts: 0, missing: 2 });
    await fixture.apply();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles', every: 1, do: 'status', status: 500 },
    ]);
    const { accounts } = await lookAt(fixture);
    expect(accounts).toMatchObject([
      { kind: 'unread', diagnostics: [{ code: 'unread' }] },
      { kind: 'unread' },
    ]);
  });

  it('says of an account that was deleted that it is gone, as its cycles are, and asks for a person', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    await deleteAccount(fixture, 'contoso');
    const { accounts } = await lookAt(fixture);
    expect(accounts).toMatchObject([
      { account: 'contoso', kind: 'read', isThere: false, isGone: true },
      { account: 'northwind', kind: 'read', isThere: true },
    ]);
    expect(accounts[1]).not.toHaveProperty('isGone');
    expect(findCycle(accounts, 'contoso/cycles/orders-in')).toMatchObject({ isGone: true });
    expect(countStatus(accounts)).toMatchObject({ goneAccounts: 1, missing: 0, needing: 2 });
    await fixture.apply();
    const [made] = (await lookAt(fixture)).accounts;
    expect(made).toMatchObject({ account: 'contoso', isThere: true });
    expect(made).not.toHaveProperty('isGone');
  });

  it('says of no connector of an account that is gone that it is installed', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    await deleteAccount(fixture, 'northwind');
    const { accounts } = await lookAt(fixture);
    expect(accounts[1]).toMatchObject({
      account: 'northwind',
      isGone: true,
      waits: [{ connector: 'mailer', isInstalled: false, since: null }],
    });
  });

  it('asks for no person if others own the paused state', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    await stopCycle(fixture);
    expect(await findStopped(fixture)).toMatchObject({ state: 'Paused', wants: 'active' });
    expect(isAttentionNeeded(await findStopped(fixture))).toBe(true);
    const rules = [
      ['  ownership: {state: seeded}\n', { stateOwner: 'seeded' }],
      ['  ownership: {"cycles/*/state": observed}\n', { stateOwner: 'observed' }],
      [
        '  ignore: {cycles/contacts-to-files/state: {until: "2026-12-31", reason: x}}\n',
        { stateOwner: 'observed', ignoredUntil: '2026-12-31' },
      ],
    ] as const;
    for (const [lines, reported] of rules) {
      editManifest(fixture, 'northwind', { from: '  connectors:', to: `${lines}  connectors:` });
      const cycle = await findStopped(fixture);
      expect(cycle).toMatchObject({ state: 'Paused', wants: 'active', ...reported });
      expect(isAttentionNeeded(cycle)).toBe(false);
      editManifest(fixture, 'northwind', { from: lines, to: '' });
    }
  });

  it('asks for a person where what is seeded was never started', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', {
      from: '  connectors:',
      to: '  ownership: {state: seeded}\n  connectors:',
    });
    await fixture.apply();
    const { accounts } = await lookAt(fixture);
    const waiting = findCycle(accounts, 'northwind/cycles/contacts-to-mailer');
    expect(waiting).toMatchObject({ state: 'Paused', wants: 'active' });
    expect(waiting).not.toHaveProperty('stateOwner');
  });

  it('distinguishes a deleted cycle from a planned one', async () => {
    const fixture = await openQuickstart();
    await fixture.apply();
    await stopCycle(fixture);
    const { id } = readStopped(fixture);
    const path = `/v1.0/cycles/${id}`;
    await consoleRequest(fixture.emulator, { method: 'DELETE', path, account: 'northwind-8812' });
    const gone = await findStopped(fixture);
    expect(gone).toMatchObject({ state: null, isGone: true });
    expect(isAttentionNeeded(gone)).toBe(true);
    editManifest(fixture, 'northwind', {
      from: '  connectors:',
      to: '  ignore: {cycles/contacts-to-files: {until: "2026-12-31", reason: x}}\n  connectors:',
    });
    const left = await findStopped(fixture);
    expect(left).toMatchObject({ state: null, isGone: true, ignoredUntil: '2026-12-31' });
    expect(isAttentionNeeded(left)).toBe(false);
  });

  it('says of a service that offers less what it can, and asks it for no more', async () => {
    const options = { serves: 'documented', contract: 'documented' } as const;
    const fixture = await openFixture({
      ...options,
      manifests: { 'accounts/a.yaml': writeAccount('a') },
    });
    const { accounts, requests } = await lookAt(fixture);
    expect(accounts).toMatchObject([{ kind: 'read', account: 'a' }]);
    expect(requests.every((each) => each.startsWith('GET '))).toBe(true);
  });
});

async function deleteAccount(fixture: TestFixture, key: 'contoso' | 'northwind'): Promise<void> {
  const { id, cycles } = readLive(fixture, key);
  for (const cycle of cycles) {
    const path = `/v1.0/cycles/${cycle.id}/deactivate?finishQueuedTransactions=true`;
    await consoleRequest(fixture.emulator, { method: 'PUT', path, account: id });
  }
  await consoleRequest(fixture.emulator, { method: 'DELETE', path: `/v1.0/accounts/${id}` });
}

function readStopped(fixture: TestFixture) {
  const found = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to files',
  );
  if (found === undefined) throw new Error('There is no such cycle');
  return found;
}

async function stopCycle(fixture: TestFixture): Promise<void> {
  const path = `/v1.0/cycles/${readStopped(fixture).id}/deactivate`;
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path,
    account: 'northwind-8812',
    body: {},
  });
}

async function findStopped(fixture: TestFixture): Promise<CycleStatus> {
  const found = findCycle((await lookAt(fixture)).accounts, files);
  if (found === undefined) throw new Error('The status has no such cycle');
  return found;
}

function writeAccount(key: string): string {
  return stringify({
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: key },
    spec: { id: key, displayName: key },
  });
}
