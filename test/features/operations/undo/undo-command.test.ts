import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
} from '../../../support/run-cyclectl.ts';
import {
  applyEdit,
  listRuns,
  readTimezone,
  runOnOneLine,
} from '../../../support/run-on-one-line.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { listFacts } from '../../../worlds/laws/live-facts.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

/** The quickstart, applied by one run. */
let applied: Project;

beforeAll(async () => {
  applied = await copyExample('quickstart');
  await runOnOneLine(applied, 'apply', '--yes');
});

it('brings back what an apply changed, says what it leaves, and is an apply of its own that can be taken back', async () => {
  const project = await openRemoteProject();
  const live = () => {
    const account = findDumped(project.emulator, quickstartIds.northwind);
    if (account === null) throw new Error('The service has no northwind');
    return [...listFacts(account)].filter(([key]) => !key.endsWith(' auth')).sort();
  };
  await runOnOneLine(project, 'apply', '--yes');
  const before = live();
  const manifest = 'accounts/northwind.yaml';
  await project.edit(manifest, 'Europe/Berlin', 'Asia/Kolkata');
  await project.edit(manifest, 'properties: {region: eu}', 'properties: {region: us}');
  await project.edit(manifest, 'every: 15m', 'every: 30m');
  await project.edit(manifest, '{option: Customers}', '{option: Leads}');
  await project.edit(
    manifest,
    '  cycles:\n',
    '    second: {connector: {name: Sample Mailer}}\n  cycles:\n',
  );
  await writeFile(
    join(project.directory, 'secrets/northwind-crm-key.not-a-secret'),
    'CANARY-another-key',
  );
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const after = live();
  expect(after).not.toEqual(before);

  const undone = await runOnOneLine(project, 'undo', '--yes');
  expect(undone.exitCode).toBe(0);
  for (const part of [
    '~ timezone "Asia/Kolkata" → "Europe/Berlin" the earlier value accounts/northwind.yaml:10:13',
    'pauses it, edits, then starts it again every 15m',
    'connectors/crm/auth is a secret, and state keeps only a fingerprint of the earlier one',
    'connectors/second was created and stays; to delete it, run',
    `cyclectl destroy -C ${project.directory}`,
    'writes done and verified in 1 account',
  ]) {
    expect(undone.text).toContain(part);
  }
  expect(undone.text).not.toContain('CANARY');
  const names = new Map(before);
  expect(live().filter(([key]) => names.has(key))).toEqual(before);

  expect(await runOnOneLine(project, 'drift')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('changed in Git: 4 fields to apply, not drift'),
  });
  expect(await runOnOneLine(project, 'plan', '--exit-code')).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('"Europe/Berlin" → "Asia/Kolkata" changed in Git'),
  });
  const [undo, apply] = await listRuns(project);
  expect(undo).toMatchObject({ command: 'undo', undoes: apply?.id, end: { outcome: 'done' } });

  expect(await runOnOneLine(project, 'undo', '--yes', `${undo?.id}`.slice(0, -1))).toMatchObject({
    exitCode: 0,
  });
  expect(live()).toEqual(after);
  expect(await runOnOneLine(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
}, 60_000);

it('refuses an account that was changed outside Git in between, field by field, and does the others', async () => {
  const project = await openRemoteProject();
  await runOnOneLine(project, 'apply', '--yes');
  await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Asia/Kolkata');
  await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso Ltd');
  await runOnOneLine(project, 'apply', '--yes');
  const { caller } = await openConsoleUser(project.emulator);
  const timezone = (name: string) =>
    put(caller, `/accounts/${quickstartIds.northwind}`, { Timezone: name });
  await timezone('Asia/Tokyo');
  const some = await runOnOneLine(project, 'undo', '--yes');
  expect(some.exitCode).toBe(3);
  expect(some.text).toContain('was changed outside cyclectl since the run');
  expect(some.text).toContain('northwind/timezone: was "Asia/Kolkata", is "Asia/Tokyo"');
  expect(findDumped(project.emulator, quickstartIds.northwind)?.timezone).toBe('Asia/Tokyo');
  expect(findDumped(project.emulator, quickstartIds.contoso)?.name).toBe('Contoso');
  const [, run] = await listRuns(project);
  expect(await runOnOneLine(project, 'undo', '--yes', run?.id ?? '')).toMatchObject({
    exitCode: 1,
  });
  // Where the hand has brought it back already, nothing is left to do, and Git is what moved.
  await timezone('Europe/Berlin');
  expect(await runOnOneLine(project, 'undo', '--yes', run?.id ?? '')).toMatchObject({
    exitCode: 0,
  });
  expect(await runOnOneLine(project, 'drift')).toMatchObject({ exitCode: 0 });
}, 60_000);

it('takes later runs back first, and then the earlier one', async () => {
  const project = await copyProject(applied);
  const first = await applyEdit(project, 'Europe/Berlin', 'Asia/Kolkata');
  const second = await applyEdit(project, 'Asia/Kolkata', 'Asia/Tokyo');
  const refused = await runOnOneLine(project, 'undo', '--yes', first);
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain(`cyclectl undo ${second}`);
  expect(await readTimezone(project)).toBe('Asia/Tokyo');
  expect(await runOnOneLine(project, 'undo', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await readTimezone(project)).toBe('Asia/Kolkata');
  expect(await runOnOneLine(project, 'undo', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await readTimezone(project)).toBe('Europe/Berlin');
  const undos = (await listRuns(project)).flatMap(({ undoes }) => undoes ?? []);
  expect(undos).toEqual([first, second]);
}, 60_000);

it('is saved as a plan, which alone a protected environment takes, and which apply keeps to', async () => {
  const project = await copyProject(applied);
  const run = await applyEdit(project, 'Europe/Berlin', 'Asia/Kolkata');
  const world = 'service: {emulator: {world: world.yaml}}';
  await project.edit('cyclectl.yaml', world, `${world}\n      protect: {savedPlanOnly: true}`);
  const refused = await runOnOneLine(project, 'undo', '--yes');
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain(`-e local ${run} --out undo.json, have it reviewed, then run:`);
  const file = join(project.directory, 'undo.json');
  const saved = await runOnOneLine(project, 'undo', '--out', file);
  expect(saved).toMatchObject({ exitCode: 0, text: expect.stringContaining(`apply -C`) });
  expect(await readTimezone(project)).toBe('Asia/Kolkata');
  expect(await runOnOneLine(project, 'apply', file)).toMatchObject({ exitCode: 0 });
  expect(await readTimezone(project)).toBe('Europe/Berlin');
  expect((await listRuns(project))[0]).toMatchObject({ command: 'undo', undoes: run });
  const again = await runOnOneLine(project, 'apply', file);
  expect(again).toMatchObject({ exitCode: 0 });
  expect(again.text).toContain('was already applied');
}, 60_000);

it('is resumed by resume where it was not done to its end', async () => {
  const project = await openRemoteProject();
  await runOnOneLine(project, 'apply', '--yes');
  await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Asia/Kolkata');
  await applyEdit(project, 'properties: {region: eu}', 'properties: {region: us}');
  const { control } = project.emulator;
  control.plantFaults([
    {
      method: 'PUT',
      path: '/v1.0/account/connectors/*/properties/*',
      nth: 1,
      do: 'status',
      status: 400,
    },
  ]);
  expect(await runOnOneLine(project, 'undo', '--yes')).toMatchObject({ exitCode: 3 });
  const resumed = await runOnOneLine(project, 'resume');
  expect(resumed.text).toContain('Continuing the undo');
  expect(resumed.exitCode).toBe(0);
  const live = findDumped(project.emulator, quickstartIds.northwind);
  expect(live).toMatchObject({ timezone: 'Europe/Berlin' });
  expect(live?.connectors[0]?.properties).toMatchObject([{ name: 'region', value: 'eu' }]);
}, 60_000);

it('starts again what an apply has stopped, on what it ran on, and stops what it has started', async () => {
  const project = await openRemoteProject();
  await runOnOneLine(project, 'apply', '--yes');
  const cycle = () =>
    findDumped(project.emulator, quickstartIds.northwind)?.cycles.find(
      ({ name }) => name === 'Contacts to files',
    );
  const running = cycle();
  expect(running).toMatchObject({ status: 'Active', activation: { intervalMinutes: 15 } });
  await applyEdit(
    project,
    'state: active\n      schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}',
    'state: paused',
  );
  expect(cycle()).toMatchObject({ status: 'Paused' });
  expect(await runOnOneLine(project, 'undo', '--yes')).toMatchObject({ exitCode: 0 });
  expect(cycle()).toMatchObject({ status: 'Active', activation: { ...running?.activation } });
  const [undo] = await listRuns(project);
  expect(await runOnOneLine(project, 'undo', '--yes', undo?.id ?? '')).toMatchObject({
    exitCode: 0,
  });
  expect(cycle()).toMatchObject({ status: 'Paused' });
}, 60_000);

it('leaves what no manifest names now, and says so', async () => {
  const project = await copyProject(applied);
  await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso Ltd');
  await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Asia/Kolkata');
  const run = await applyEdit(project, 'properties: {region: eu}', 'properties: {region: us}');
  await project.edit('accounts/northwind.yaml', '    crm:\n', '    customers:\n');
  await writeFile(
    join(project.directory, 'accounts/contoso.yaml'),
    'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: other}\nspec: {id: other}\n',
  );
  const undone = await runOnOneLine(project, 'undo', '--yes', run);
  expect(undone.text).toContain('contoso has no manifest any more, and is not undone');
  expect(undone.text).toContain('connectors/crm stays: no manifest names it now');
  expect(undone.exitCode).toBe(0);
  expect(await readTimezone(project)).toBe('Europe/Berlin');
}, 60_000);

it('says of what was destroyed that it is lost, and where it was written down', async () => {
  const project = await copyProject(applied);
  const address = 'northwind/cycles/contacts-to-mailer';
  const destroyed = await runOnOneLine(
    project,
    'destroy',
    address,
    '--confirm',
    'northwind',
    '--allow-deletes',
    '1',
  );
  expect(destroyed.exitCode, destroyed.text).toBe(0);
  const undone = await runOnOneLine(project, 'undo', '--yes');
  expect(undone.exitCode).toBe(0);
  const [run] = await listRuns(project);
  expect(undone.text).toContain(
    `Backups of destroyed objects: .cyclectl/local/destroyed/${run?.id}/`,
  );
  expect(undone.text).toContain('cycles/contacts-to-mailer was deleted: its history');
}, 60_000);

it('is checked against the accounts that its run read, not only those that it restores', async () => {
  const project = await copyExample('quickstart');
  const world = 'service: {emulator: {world: world.yaml}}';
  await project.edit('cyclectl.yaml', world, `${world}\n      protect: {maxChangedPercent: 60}`);
  const write = (index: number, timezone: string) =>
    project.write(
      `accounts/a${index}.yaml`,
      `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: a${index}}\nspec: {id: a${index}, timezone: ${timezone}}\n`,
    );
  for (let index = 0; index < 21; index += 1) await write(index, 'UTC');
  await runOnOneLine(project, 'apply', '--yes', '--select', 'account=a*');
  for (let index = 0; index < 11; index += 1) await write(index, 'Asia/Tokyo');
  const select = ['--yes', '--select', 'account=a*'] as const;
  expect(await runOnOneLine(project, 'apply', ...select)).toMatchObject({ exitCode: 0 });
  await project.edit('cyclectl.yaml', 'maxChangedPercent: 60', 'maxChangedPercent: 50');
  const plan = join(project.directory, 'undo.json');
  const refused = await runOnOneLine(project, 'undo', '--out', plan, '--format', 'json');
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.stdout).run).toMatchObject({
    next: { kind: 'refused' },
    diagnostics: [{ code: 'too-many-changes' }],
  });
  await project.edit('cyclectl.yaml', 'maxChangedPercent: 50', 'maxChangedPercent: 60');
  const undone = await runOnOneLine(project, 'undo', ...select);
  expect(undone).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('11 writes done and verified in 11'),
  });
}, 60_000);
