import { expect, it } from 'vitest';
import { makeHeaderCanary, registerSecret } from '../../../canaries/register.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openTestDatabase } from '../../../postgres/open-test-database.ts';
import { findReportFaults } from '../../../schemas/validators.ts';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

/** The quickstart, applied to a service in which others changed an account. */
async function openChanged(body: Readonly<Record<string, unknown>>) {
  const project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { caller } = await openConsoleUser(project.emulator);
  const edit = async (key: keyof typeof quickstartIds, changed: unknown) => {
    const live = findDumped(project.emulator, quickstartIds[key]);
    expect((await put(caller, `/accounts/${live?.id}`, changed)).status).toBe(200);
  };
  await edit('northwind', body);
  return { project, edit };
}

const because = ['--reason', 'agreed with Northwind'] as const;

it('accepts what drift names by the command that it offers, and shows it in the history', async () => {
  const { project } = await openChanged({ AuditInfo: 'x', Description: 'by hand' });
  const before = await runOnOneLine(project, 'drift');
  const at = `-C ${project.directory} -e local`;
  expect(before.text).toContain(
    `To accept an unmanaged change as it is: cyclectl drift ${at} --accept northwind/description --reason TEXT`,
  );
  const offered = ['drift', '--accept', 'northwind/description'];
  const blank = await runOnOneLine(project, ...offered, '--reason', 'TEXT');
  expect(blank).toMatchObject({ exitCode: 1, text: expect.stringContaining('Replace TEXT') });
  const accepted = await runOnOneLine(project, ...offered, ...because);
  expect(accepted.exitCode).toBe(0);
  expect(accepted.text).toContain('~ northwind/description: nothing → "by hand"');
  expect(accepted.text).toContain('Accepted 1 unmanaged change in 1 account; nothing was sent.');
  const after = await runOnOneLine(project, 'drift', '--format', 'json');
  const [northwind] = JSON.parse(after.stdout).accounts.slice(-1);
  expect(northwind.items.map(({ path }: { path: string }) => path)).toEqual(['auditInfo']);
  const history = await runOnOneLine(project, 'history', '--limit', '1');
  expect(history.text).toContain('accept done: 1 of 1 account done');
  expect(history.text).toContain('reason "agreed with Northwind" ~ northwind/description');
  const data = await runOnOneLine(project, 'history', '--limit', '1', '--format', 'json');
  expect(JSON.parse(data.stdout).runs).toMatchObject([
    {
      command: 'accept',
      reason: 'agreed with Northwind',
      approved: null,
      end: { outcome: 'done' },
      accepted: [{ address: 'northwind/description', state: 'done' }],
    },
  ]);
}, 60_000);

it('calls a step that has another name alone a renamed one', async () => {
  const { project } = await openChanged({});
  const { caller } = await openConsoleUser(project.emulator);
  const { cycles } = findDumped(project.emulator, quickstartIds.northwind) ?? {};
  const cycle = cycles?.find(({ name }) => name === 'Contacts to mailer');
  const step = cycle?.steps.find(({ name }) => name === 'Add subscriber');
  const inside = caller.inside(quickstartIds.northwind);
  await put(inside, `/cycles/${cycle?.id}/steps/${step?.id}`, { Name: 'Subscribe' });
  const renamed = 'cycles/contacts-to-mailer/steps: renamed "Add subscriber" to "Subscribe"';
  const accepted = await runOnOneLine(project, 'drift', '--accept', 'northwind', ...because);
  expect(accepted.text).toContain(`~ northwind/${renamed} Accepted 1 unmanaged change`);
});

it('accepts all of the selected accounts as data, and leaves what Git manages', async () => {
  const { project, edit } = await openChanged({ AuditInfo: 'x', Timezone: 'Asia/Tokyo' });
  await edit('contoso', { AuditInfo: 'y' });
  const north = ['--select', 'account=north*'] as const;
  const accept = ['drift', '--accept', ...because] as const;
  const accepted = await runOnOneLine(project, ...accept, ...north, '--format', 'json');
  expect(accepted.exitCode).toBe(0);
  expect(findReportFaults(accepted.stdout)).toEqual([]);
  const { kind, run, accounts } = JSON.parse(accepted.stdout);
  expect(kind).toBe('drift-accept');
  const counts = { compared: 1, found: 1, managed: 1, incomplete: 0, diagnostics: [] };
  expect(run).toMatchObject({ environment: 'local', reason: because[1], ...counts });
  expect(accounts).toEqual([
    {
      account: 'northwind',
      already: 0,
      accepted: [
        {
          address: 'northwind',
          path: 'auditInfo',
          before: { kind: 'plain', value: null },
          now: { kind: 'plain', value: 'x' },
        },
      ],
    },
  ]);
  const again = await runOnOneLine(project, ...accept, ...north);
  expect(again.exitCode).toBe(0);
  expect(again.text).toContain('Nothing was accepted: no unmanaged change in 1 compared account');
  expect(again.text).toContain('Drift of 1 field that Git manages stays');
  const runs = await runOnOneLine(project, 'history', '--format', 'json');
  expect(JSON.parse(runs.stdout).runs).toHaveLength(2);
}, 60_000);

it('accepts the group that was shown, in all its accounts and nothing else', async () => {
  const { project, edit } = await openChanged({ AuditInfo: 'x', Description: 'by hand' });
  await edit('contoso', { AuditInfo: 'x' });
  const before = await runOnOneLine(project, 'drift');
  const shown = /Groups of equal unmanaged changes (1-[0-9a-f]{12}) \*\/auditInfo: nothing → "x"/;
  const group = shown.exec(before.text)?.[1] ?? '';
  expect(before.text).toContain('→ "x" 2 accounts');
  expect(before.text).toContain(`--accept --group ${group} --reason TEXT`);
  const data = await runOnOneLine(project, 'drift', '--format', 'json');
  expect(findReportFaults(data.stdout)).toEqual([]);
  expect(JSON.parse(data.stdout).run.groups).toMatchObject([
    { id: group, path: 'auditInfo', now: { kind: 'plain', value: 'x' }, accounts: 2 },
  ]);
  const accept = ['drift', '--accept', '--group', group, ...because] as const;
  const accepted = await runOnOneLine(project, ...accept, '--format', 'json');
  expect(accepted.exitCode).toBe(0);
  expect(findReportFaults(accepted.stdout)).toEqual([]);
  expect(JSON.parse(accepted.stdout).run).toMatchObject({ group, found: 2, compared: 2 });
  const after = await runOnOneLine(project, 'drift', '--format', 'json');
  const { run, accounts } = JSON.parse(after.stdout);
  expect([run.items, run.groups]).toEqual([1, undefined]);
  expect(accounts.at(-1).items).toMatchObject([{ path: 'description' }]);
  const again = await runOnOneLine(project, ...accept);
  expect(again).toMatchObject({ exitCode: 1, text: expect.stringContaining('There is no group') });
}, 60_000);

it('refuses a group that gained an account or a value since it was shown, and starts no run', async () => {
  const { project, edit } = await openChanged({ AuditInfo: 'x' });
  await edit('contoso', { AuditInfo: 'x' });
  const data = await runOnOneLine(project, 'drift', '--format', 'json');
  const [{ id }] = JSON.parse(data.stdout).run.groups;
  const accept = ['drift', '--accept', '--group', id, ...because] as const;
  const narrowed = await runOnOneLine(project, ...accept, '--select', 'account=north*');
  expect(narrowed).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('with the same --select'),
  });
  expect(narrowed.text).toContain('the selected accounts have no groups of equal changes');
  const mistyped = id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
  const unknown = await runOnOneLine(project, 'drift', '--accept', '--group', mistyped, ...because);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.text).toContain(
    `There is no group ${mistyped} of unmanaged changes [accept-refused] the groups are ${id} (auditInfo, 2 accounts)`,
  );
  await edit('northwind', { AuditInfo: 'y' });
  await edit('contoso', { AuditInfo: 'y' });
  const moved = await runOnOneLine(project, ...accept);
  expect(moved).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining(`There is no group ${id} of unmanaged changes`),
  });
  const runs = await runOnOneLine(project, 'history', '--format', 'json');
  expect(JSON.parse(runs.stdout).runs).toHaveLength(1);
}, 60_000);

it('refuses addresses that have nothing to accept, with the remedy, and starts no run', async () => {
  const { project } = await openChanged({ AuditInfo: 'x', Timezone: 'Asia/Tokyo' });
  for (const [addresses, says] of [
    [['nobody/auditInfo'], 'nobody/auditInfo has no drift: local has no account "nobody"'],
    [
      ['northwind/auditInfo', 'northwind/description'],
      'northwind/description has no drift: nothing there that drift compares has changed',
    ],
    [['northwind/timezone'], 'northwind/timezone cannot be accepted: Git manages'],
    [['northwind/timezone'], 'with --revert'],
  ] as const) {
    const refused = await runOnOneLine(project, 'drift', '--accept', ...addresses, ...because);
    expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining(says) });
  }
  const runs = await runOnOneLine(project, 'history', '--format', 'json');
  expect(JSON.parse(runs.stdout).runs).toHaveLength(1);
}, 60_000);

it('never stores or shows a text like a secret, nor a reason with one', async () => {
  const secret = makeHeaderCanary('typed by hand').replaceAll(/[^\w-]/g, '');
  registerSecret('typed by hand, of plain characters', secret);
  const { project } = await openChanged({ Description: `password=${secret}` });
  const accept = ['drift', '--accept', 'northwind/description'] as const;
  const leaky = await runOnOneLine(project, ...accept, '--reason', 'token=ghp-1234abcd5678efgh9');
  expect(leaky).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('The reason contains a secret'),
  });
  const accepted = await runOnOneLine(project, ...accept, ...because);
  expect(accepted).toMatchObject({ exitCode: 0, text: expect.stringContaining('a secret') });
  const drift = await runOnOneLine(project, 'drift', '--format', 'json');
  expect(JSON.parse(drift.stdout).run.items).toBe(0);
  const history = await runOnOneLine(project, 'history');
  expect(history.text).toContain('~ northwind/description');
  await runOnOneLine(project, 'state', 'export', `${project.directory}/state.jsonl`);
}, 60_000);

it('accepts in a shared store, where two accepts at once are both done', async () => {
  const database = await openTestDatabase();
  const remote = await openRemoteProject();
  const project = {
    ...remote,
    environment: { ...remote.environment, DATABASE_URL: database.url.reveal() },
  };
  const shared = '\n    local:\n      store: {postgres: {env: DATABASE_URL}}';
  await project.edit('cyclectl.yaml', '\n    local:', shared);
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { caller } = await openConsoleUser(project.emulator);
  await put(caller, `/accounts/${quickstartIds.northwind}`, { AuditInfo: 'x' });
  const contoso = findDumped(project.emulator, quickstartIds.contoso);
  await put(caller, `/accounts/${contoso?.id}`, { AuditInfo: 'y' });
  const both = await Promise.all(
    ['northwind', 'contoso'].map((key) =>
      runOnOneLine(project, 'drift', '--accept', `${key}/auditInfo`, ...because),
    ),
  );
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const drift = await runOnOneLine(project, 'drift', '--format', 'json');
  expect(JSON.parse(drift.stdout).run.items).toBe(0);
  const history = await runOnOneLine(project, 'history', '--format', 'json');
  const { runs } = JSON.parse(history.stdout);
  expect(runs).toMatchObject([
    { command: 'accept', reason: because[1], end: { outcome: 'done' } },
    { command: 'accept', reason: because[1], end: { outcome: 'done' } },
    { command: 'apply' },
  ]);
}, 60_000);
