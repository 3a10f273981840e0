import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installTemplate, put, signIn } from '../../../emulator/support/start-emulator.ts';
import { findReportFaults } from '../../../schemas/validators.ts';
import { openRemoteProject, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';

// What each command says of a cycle of which nobody can tell which one of the service it is.

const mailer = 'northwind/cycles/contacts-to-mailer';
const summary = '"Contacts to mailer" is ambiguous in the service';

let project: Project;

beforeAll(async () => {
  const { emulator, ...rest } = await openRemoteProject();
  project = rest;
  const applied = await runInProcess(project, 'apply', '--yes');
  expect(applied.exitCode, applied.stderr).toBe(0);
  await rm(join(project.directory, '.cyclectl'), { recursive: true });
  const live = findDumped(emulator, 'northwind-8812');
  const { tags: Tags } = live?.cycles.find(({ name }) => name === 'Contacts to mailer') ?? {};
  const own = (await signIn(emulator)).inside(live?.id ?? '');
  const { Id } = await installTemplate(own, 'Contacts to Mailer');
  await put(own, `/cycles/${Id}`, { Name: 'Contacts to mailer', Tags });
});

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('a drift report', () => {
  it('ends with 1, and says what it could not compare beside what it has', async () => {
    const { exitCode, stdout } = await runInProcess(project, 'drift');
    expect(exitCode).toBe(1);
    expect(inOneLine(stdout)).toContain(`was not compared: ${summary}`);
    expect(inOneLine(stdout)).toContain('1 object could not be compared.');
    expect(stdout).not.toContain('No drift. ');
  });

  it('counts it as data', async () => {
    const { exitCode, stdout } = await runInProcess(project, 'drift', '--format', 'json');
    expect(exitCode).toBe(1);
    expect(findReportFaults(stdout)).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({ run: { unread: 0, unclear: 1 } });
  });

  it.each(['markdown', 'html'])('counts it in %s', async (format) => {
    const file = `report.${format}`;
    await runInProcess(project, 'drift', '--report', `${format}=${join(project.directory, file)}`);
    expect(inOneLine(await readProjectFile(project, file))).toContain(
      '1 object could not be compared',
    );
  });
});

it.each([
  ['state', 'show', mailer, '--live'],
  ['export', mailer, '--out', 'cycles/mailer.cycle.json'],
  ['plan'],
])('%s %s refuses to say anything of it', async (...words) => {
  const result = await runInProcess(project, ...words);
  expect(result.exitCode).toBe(1);
  expect(inOneLine(`${result.stdout}${result.stderr}`)).toContain(summary);
});
