import { expect, it } from 'vitest';
import { makeCanary } from '../../../canaries/register.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { exportAccounts } from '../../../worlds/features/export-accounts.ts';
import { openFixture, planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { readLive } from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';
const secrets = { crmKey: makeCanary('the key of a CRM'), clientSecret: makeCanary('a client') };
const asked = { merge: 'foreign', select: ['account=northwind'] } as const;
const written = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: northwind-8812
  connectors:
    crm: {connector: {name: Sample CRM}, displayName: CRM}
  cycles:
    sync:
      from: {template: Contacts to Files} # as agreed
      displayName: Contacts to files
      state: paused
`;

/** An account with two connectors of a kind, of which its manifest has the first. */
async function openSecond(): Promise<TestFixture> {
  const world = formatHandmadeWorld(secrets)
    .replace('name: Contacts to files, active: {interval: 15}', 'name: Contacts to files')
    .replace(
      '      - name: Orders & files',
      '      - {name: Second CRM, connector: Sample CRM}\n      - name: Orders & files',
    );
  return openFixture({ world, manifests: { [file]: written } });
}

/** What the console does: steps of the cycle use another connector. */
async function bind(fixture: TestFixture, connector: string, most: number): Promise<void> {
  const { id: account, connectors, cycles } = readLive(fixture, 'northwind');
  const cycle = cycles.find(({ name }) => name === 'Contacts to files');
  const kin = new Set(connectors.filter(({ name }) => /CRM$/.test(name)).map(({ id }) => id));
  const other = connectors.find(({ name }) => name === connector);
  const path = `/v1.0/cycles/${cycle?.id}/steps`;
  const steps = (await consoleRequest(fixture.emulator, { method: 'GET', path, account })) as {
    readonly Id: string;
    readonly AccountConnector: { readonly Id: number } | null;
  }[];
  const own = steps.filter(({ AccountConnector }) => kin.has(AccountConnector?.Id ?? 0));
  expect(own.length).toBeGreaterThan(0);
  for (const step of own.slice(0, most)) {
    const body = { AccountConnector: { Id: other?.id } };
    const to = `${path}/${step.Id}`;
    await consoleRequest(fixture.emulator, { method: 'PUT', path: to, account, body });
  }
}

it('says of a cycle which connector it uses, once its manifest gets another of that kind', async () => {
  for (const [name, key] of [
    ['CRM', 'crm'],
    ['Second CRM', 'second-crm'],
  ] as const) {
    const fixture = await openSecond();
    await bind(fixture, name, 9);
    const [merged] = await exportAccounts(fixture, asked);
    expect(merged).toMatchObject({
      kind: 'merged',
      values: expect.arrayContaining(['northwind/cycles/sync/connectors/Sample CRM']),
      entries: expect.arrayContaining(['northwind/connectors/second-crm']),
      diagnostics: [],
      leftOut: [],
    });
    const text = fixture.manifests.get(file) ?? '';
    expect(text).toContain(
      `    sync:\n      from: {template: Contacts to Files} # as agreed\n      displayName: Contacts to files\n      connectors: {Sample CRM: ${key}}\n      state: paused\n`,
    );
    expect(planOf(await fixture.plan(), 'northwind').operations).toEqual([]);
    expect(await exportAccounts(fixture, asked)).toMatchObject([{ kind: 'unchanged' }]);
  }
});

it('leaves the other out if the steps of a cycle are ambiguous, and adds all else', async () => {
  const fixture = await openSecond();
  await bind(fixture, 'Second CRM', 1);
  const [merged] = await exportAccounts(fixture, asked);
  const line = written.slice(0, written.indexOf('    sync:')).split('\n').length;
  expect(merged).toMatchObject({
    kind: 'merged',
    values: [],
    leftOut: expect.arrayContaining([
      expect.objectContaining({
        code: 'left-out',
        address: 'northwind/cycles/sync',
        at: expect.objectContaining({ file, line }),
        remedy: 'Write connectors: {"Sample CRM": KEY} in the cycle, and merge again.',
      }),
    ]),
  });
  const entries = merged !== undefined && 'entries' in merged ? merged.entries : [];
  expect(entries).toContain('northwind/connectors/mailer');
  expect(entries).toContain('northwind/cycles/backfill');
  expect(entries).not.toContain('northwind/connectors/second-crm');
  expect(planOf(await fixture.plan(), 'northwind').operations).toEqual([]);
});
