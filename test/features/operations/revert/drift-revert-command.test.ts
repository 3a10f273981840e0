import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import { copyExample, openRemoteProject } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

/** The quickstart, applied to a service in which a hand has moved two fields and Git a third. */
async function openMoved() {
  const project = await openRemoteProject();
  await runOnOneLine(project, 'apply', '--yes');
  const { caller } = await openConsoleUser(project.emulator);
  const live = () => findDumped(project.emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${live()?.id}`, { Timezone: 'Asia/Tokyo', Name: 'Northwind!' });
  await project.edit('accounts/northwind.yaml', 'successHours: 120', 'successHours: 96');
  return { project, live };
}

it('shows what would bring it back, with the commands that save and apply it, and writes nothing', async () => {
  const { project, live } = await openMoved();
  const shown = await runOnOneLine(project, 'drift', '--revert');
  expect(shown.exitCode).toBe(0);
  for (const part of [
    '~ displayName "Northwind!" → "Northwind Traders"',
    '~ timezone "Asia/Tokyo" → "Europe/Berlin"',
    'Nothing was changed.',
    'To apply this plan:',
    `cyclectl drift -C ${project.directory} -e local --revert --out revert.json`,
    `cyclectl apply -C ${project.directory} revert.json`,
  ]) {
    expect(shown.text).toContain(part);
  }
  expect(shown.text).not.toContain('successHours');
  expect(live()).toMatchObject({ timezone: 'Asia/Tokyo' });
});

it('is saved as a plan for apply, also without other changes, and is in the history', async () => {
  const { project, live } = await openMoved();
  await project.edit(
    'cyclectl.yaml',
    'limits: {requestsPerSecond: 1000}',
    'limits: {requestsPerSecond: 1000}\n      protect: {savedPlanOnly: true}',
  );
  const file = join(project.directory, 'revert.json');
  const saved = await runOnOneLine(
    project,
    'drift',
    '--revert',
    'northwind/timezone',
    '--out',
    file,
  );
  expect(saved).toMatchObject({ exitCode: 0, text: expect.stringContaining(`apply -C`) });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    format: 'cyclectl.dev/plan/v5',
    options: { reverts: ['northwind/timezone'] },
  });
  expect(await runOnOneLine(project, 'apply', file)).toMatchObject({ exitCode: 0 });
  expect(live()).toMatchObject({ timezone: 'Europe/Berlin', name: 'Northwind!' });
  expect((await runOnOneLine(project, 'history')).text).toContain('apply of a drift revert');
  const again = await runOnOneLine(project, 'apply', file);
  expect(again).toMatchObject({ exitCode: 0 });
  expect(again.text).toContain('nothing is left to do');
  expect(await runOnOneLine(project, 'drift')).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('changed in Git: 1 field to apply'),
  });
  expect(
    await runOnOneLine(project, 'undo', '--out', file.replace('revert', 'undo')),
  ).toMatchObject({
    text: expect.stringContaining('~ timezone "Europe/Berlin" → "Asia/Tokyo"'),
  });
}, 60_000);

it('refuses a plan that is stale by now, and says nothing where there is nothing to take back', async () => {
  const { project, live } = await openMoved();
  const file = join(project.directory, 'revert.json');
  await runOnOneLine(project, 'drift', '--revert', '--out', file);
  const { caller } = await openConsoleUser(project.emulator);
  await put(caller, `/accounts/${live()?.id}`, { Timezone: 'Asia/Seoul' });
  const stale = await runOnOneLine(project, 'apply', file);
  expect(stale).toMatchObject({ exitCode: 1, text: expect.stringContaining('"Asia/Seoul"') });
  expect(live()).toMatchObject({ name: 'Northwind!' });
  await runOnOneLine(project, 'apply', '--yes');
  expect(await runOnOneLine(project, 'drift', '--revert')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('Nothing to revert. No drift in 2 accounts'),
  });
}, 60_000);

it('writes no file where it is refused, and says so', async () => {
  const { project } = await openMoved();
  const file = join(project.directory, 'revert.json');
  const revert = (address: string) =>
    runOnOneLine(project, 'drift', '--revert', address, '--out', file);
  await revert('northwind/timezone');
  const before = await readFile(file, 'utf8');
  for (const address of ['northwind/locale', 'nobody']) {
    const refused = await revert(address);
    expect(refused).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('revert.json was not written.'),
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  }
}, 60_000);

it('refuses addresses that have no drift or no manifest, and options that say nothing together', async () => {
  const project = await copyExample('quickstart');
  await runOnOneLine(project, 'apply', '--yes');
  for (const [args, says] of [
    [['--revert', 'nobody/timezone'], 'nobody/timezone has no drift'],
    [['--revert', 'northwind/timezone'], 'northwind/timezone has no drift'],
    [['northwind'], 'An address needs --revert, --adopt or --accept'],
    [['--out', 'revert.json'], '--out needs --revert'],
  ] as const) {
    const refused = await runOnOneLine(project, 'drift', ...args);
    expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining(says) });
  }
}, 60_000);
