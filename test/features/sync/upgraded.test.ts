import { expect, it } from 'vitest';
import { expectSample } from '../../docs/expect-sample.ts';
import { signIn } from '../../emulator/support/start-emulator.ts';
import { findReportFaults } from '../../schemas/validators.ts';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../support/run-on-one-line.ts';
import { quickstartIds } from '../../worlds/quickstart.ts';

const template = 'Contacts to Files';
const ofFirst = (field: string) => ({ step: 'List changed contacts', field });
const release = [
  {
    name: 'List changed contacts',
    connector: 'Sample CRM',
    parameters: { modifiedSince: '{{LastSuccessfulRunDate}}' },
  },
  { name: 'Get contact', connector: 'Sample CRM' },
  { name: 'Write file', connector: 'Sample File Store', fields: { name: ofFirst('Contact.Id') } },
  { name: 'List again', connector: 'Sample CRM', method: 'List changed contacts' },
];
const address = 'northwind/cycles/contacts-to-files/steps/List again/parameters/modifiedSince';

it('drift reports an upgrade in the console as one finding, and accept takes all of it', async () => {
  const project = await openRemoteProject();
  const { control } = project.emulator;
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  control.console({ promote: { template, variables: { region: 'eu' }, steps: release } });
  const before = await runOnOneLine(project, 'drift');
  expect([before.exitCode, before.text]).toEqual([
    0,
    expect.stringContaining(
      'is behind its template; upgrade it in the console. The next drift shows what the upgrade changed',
    ),
  ]);
  control.console({ upgradeInstalled: { template } });
  const found = await runOnOneLine(project, 'drift');
  expect(found.exitCode).toBe(2);
  await expectSample(found.stdout, 'docs/guides/use-templates.md', '  ~ cycles/contacts-to-files');
  const path = 'northwind/cycles/contacts-to-files/from/template';
  const adopted = await runOnOneLine(project, 'drift', '--adopt', path);
  expect(adopted.exitCode).toBe(1);
  expect(adopted.text).toContain(
    `${path}: the cycle has the steps of the live release of its template, and a manifest names no release`,
  );
  expect(adopted.text).toContain('→ Accept it: cyclectl drift');
  expect(adopted.text).not.toContain('the service has');
  const reverted = await runOnOneLine(project, 'drift', '--revert', path);
  expect(reverted.text).toContain('an upgrade cannot be taken back');
  expect(reverted.text).not.toContain('console');
  const accepted = await runOnOneLine(project, 'drift', '--accept', path, '--reason', 'release 2');
  expect([accepted.exitCode, accepted.text]).toEqual([
    0,
    expect.stringContaining('Accepted 1 unmanaged change in 1 account; nothing was sent'),
  ]);
  const after = await runOnOneLine(project, 'drift');
  expect([after.exitCode, after.text]).toEqual([
    0,
    expect.stringContaining('No drift, no unmanaged changes'),
  ]);
}, 60_000);

it('an ignored upgrade is said as one, and the next upgrade is reported', async () => {
  const project = await openRemoteProject();
  const { control } = project.emulator;
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const upgrade = (...steps: readonly object[]) => {
    control.console({ promote: { template, variables: { region: 'eu' }, steps } });
    control.console({ upgradeInstalled: { template } });
  };
  upgrade(...release);
  const found = await project.run('drift', '--format', 'json');
  expect(findReportFaults(found.stdout)).toEqual([]);
  expect(found.stdout).toContain('"parts"');
  const path = 'northwind/cycles/contacts-to-files/from/template';
  const until = ['--until', '2099-12-31', '--reason', 'they test it'];
  const ignored = await runOnOneLine(project, 'drift', '--ignore', path, ...until);
  expect([ignored.exitCode, ignored.text]).toEqual([0, expect.stringContaining('Ignored until')]);
  const left = await runOnOneLine(project, 'drift');
  expect([left.exitCode, left.text]).toEqual([
    0,
    expect.stringContaining(
      'has the steps of the live release of "Contacts to Files": 1 step added, 2 mappings changed; ignored until 2099-12-31: they test it',
    ),
  ]);
  expect(left.text).not.toContain('expected nothing');
  const json = await project.run('drift', '--format', 'json');
  expect(findReportFaults(json.stdout)).toEqual([]);
  upgrade(...release, { ...release[3], name: 'List more' });
  const next = await runOnOneLine(project, 'drift');
  expect([next.exitCode, next.text]).toEqual([2, expect.stringContaining('2 steps added')]);
  expect(next.text).not.toContain('ignored until');
  expect(await runOnOneLine(project, 'drift', '--ignore', path, ...until)).toMatchObject({
    exitCode: 0,
  });
  expect(await runOnOneLine(project, 'drift')).toMatchObject({ exitCode: 0 });
}, 60_000);

it('an ignored change of a list is said with its names and the number of what came with it', async () => {
  const project = await openRemoteProject();
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const caller = (await signIn(project.emulator)).inside(quickstartIds.northwind);
  const cycles = (await caller.call('GET', '/v1.0/cycles')).body as readonly {
    readonly Id: string;
    readonly Name: string;
  }[];
  const id = cycles.find(({ Name }) => Name === 'Contacts to mailer')?.Id;
  const add = (DisplayName: string) =>
    caller.call('POST', `/v1.0/cycles/${id}/variables`, { DisplayName, Value: 'typed' });
  await add('mine');
  const path = 'northwind/cycles/contacts-to-mailer/variables';
  const until = ['--until', '2099-12-31', '--reason', 'theirs'];
  const ignore = ['drift', '--ignore', path, ...until];
  expect(await runOnOneLine(project, ...ignore)).toMatchObject({ exitCode: 0 });
  expect((await runOnOneLine(project, 'drift')).text).toContain(
    'added "mine", with 1 more change; ignored until 2099-12-31: theirs',
  );
  await add('more');
  const next = await runOnOneLine(project, 'drift');
  expect([next.exitCode, next.text]).toEqual([2, expect.stringContaining('added "mine", "more"')]);
}, 60_000);

it('plan reports after an upgrade which values the new release requires, where, and what to write', async () => {
  const project = await openRemoteProject();
  const { emulator } = project;
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  emulator.control.console({ promote: { template, variables: { region: 'eu' }, steps: release } });
  emulator.control.console({ upgradeInstalled: { template } });
  // The cycle runs on as it is; nothing starts it.
  expect(await runOnOneLine(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });

  await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
  const since = emulator.requests().length;
  const refused = await runOnOneLine(project, 'plan');
  expect(refused.exitCode).toBe(1);
  for (const says of [
    `${address} needs a value before "Contacts to files" can start again: none is set`,
    'accounts/northwind.yaml:30:5',
    'Write under steps, "List again", parameters: modifiedSince: VALUE.',
    '[prerequisite-missing]',
  ]) {
    expect(refused.text).toContain(says);
  }
  await expectSample(refused.stdout, 'docs/guides/use-templates.md', 'northwind');
  const { stdout } = await runOnOneLine(project, 'plan', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    accounts: [
      { plan: { refused: [{ diagnostics: [{ code: 'prerequisite-missing', address }] }] } },
    ],
  });
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(1);
  expect(
    emulator
      .requests()
      .slice(since)
      .filter(({ method }) => method === 'PUT'),
  ).toEqual([]);

  const given = '        List again: {parameters: {modifiedSince: "2026-01-01"}}\n';
  await project.edit(
    'accounts/northwind.yaml',
    '        Write file:\n',
    `${given}        Write file:\n`,
  );
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await runOnOneLine(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
}, 60_000);
