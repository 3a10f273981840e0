import { expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

// Commands that a message offers can be pasted where the command ran, with the folder of its project.

it('offers commands with the folder of the project, a line each, in messages of every layer', async () => {
  const project = await openRemoteProject();
  const { directory, emulator } = project;
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const { caller } = await openConsoleUser(emulator);
  const live = findDumped(emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${live?.id}`, { Timezone: 'Asia/Tokyo', Name: 'Northwind!' });
  await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/Paris');
  const adopted = await runOnOneLine(project, 'drift', '--adopt');
  const place = `-C ${directory} -e local`;
  expect(adopted.text).toContain(`cyclectl drift ${place} --adopt northwind/timezone`);
  expect(adopted.text).toContain(`cyclectl drift ${place} --revert northwind/timezone`);
  expect(adopted.stdout).toContain(`\n  cyclectl plan ${place}\n  cyclectl apply ${place}`);
  expect(adopted.text).not.toContain('no changes');
  const checked = await runOnOneLine(project, 'catalog', 'save', '--check');
  expect(checked.text).toContain(`To save it: cyclectl catalog save ${place}`);
  await runOnOneLine(project, 'catalog', 'save');
  await project.edit('accounts/northwind.yaml', 'Contacts to Files', 'Contacts to File');
  const validated = await runOnOneLine(project, 'validate');
  expect(validated.text).toContain(`run: cyclectl catalog save -C ${directory}`);
}, 60_000);
