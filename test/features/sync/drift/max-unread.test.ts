import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Fault } from '../../../../src/emulator/control/faults.ts';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

// Of two accounts one cannot be read whole. The client does not repeat a request that was refused.

let project: Project & { readonly emulator: Emulator };
/** A cycle of northwind. */
let cycle = '';

beforeEach(async () => {
  project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  cycle = findDumped(project.emulator, quickstartIds.northwind)?.cycles[0]?.id ?? '';
});

function refuse(path: string, aim: Pick<Fault, 'nth'> & { readonly status?: number } = {}): void {
  const fault: Fault = { method: 'GET', path: `/v1.0/cycles${path}`, do: 'status', status: 400 };
  project.emulator.control.plantFaults([{ ...fault, ...aim }]);
}

async function changeContoso(): Promise<void> {
  const account = quickstartIds.contoso;
  const path = `/v1.0/accounts/${findDumped(project.emulator, account)?.id}`;
  await consoleRequest(project.emulator, { method: 'PUT', path, account, body: { Name: 'Other' } });
}

function drift(...args: readonly string[]) {
  return runOnOneLine(project, 'drift', ...args);
}

it('reads an account again that could not be read, and then it counts as read', async () => {
  refuse('', { nth: 1 });
  expect(await drift()).toMatchObject({ exitCode: 1 });
  refuse('', { nth: 1 });
  const { exitCode, text } = await drift('--max-unread', '0');
  expect(exitCode).toBe(0);
  expect(text).toContain('2 accounts in sync');
  expect(text).not.toContain('read again');
});

it('ends by the drift of the others, and names the account and the reason in each format', async () => {
  await changeContoso();
  refuse(`/${cycle}/**`);
  expect(await drift('--max-unread', '0')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('also when read again; --max-unread allows 0'),
  });
  const formats = ['text', 'json', 'markdown', 'html', 'github', 'junit', 'sarif'];
  const toFile = (format: string) => join(project.directory, `drift.${format}`);
  const reports = formats.flatMap((format) => ['--report', `${format}=${toFile(format)}`]);
  const { exitCode, text } = await drift('--max-unread', '1', ...reports);
  expect(exitCode).toBe(2);
  expect(text).toContain('--max-unread 1 leaves the exit code to the others');
  for (const format of formats) {
    const written = await readFile(toFile(format), 'utf8');
    expect(written, format).toContain('northwind');
    expect(written.replaceAll(/\s+/g, ' '), format).toContain('400 refused');
  }
  expect(await readFile(toFile('github'), 'utf8')).not.toContain('::error');
  expect(await readFile(toFile('junit'), 'utf8')).toContain('errors="0"');
});

it('calls only those in sync that it has read', async () => {
  refuse(`/${cycle}/**`);
  const { exitCode, text } = await drift('--max-unread', '1');
  expect(exitCode).toBe(0);
  expect(text).toContain('NOT READ');
  expect(text).toContain('No drift in what was compared. 1 account. 1 account could not be read.');
  expect(text).not.toContain('in sync');
});

it('counts an account of which the service refuses a part', async () => {
  refuse(`/${cycle}/edges`, { status: 403 });
  expect(await drift()).toMatchObject({ exitCode: 1 });
  expect(await drift('--max-unread', '0')).toMatchObject({ exitCode: 1 });
  expect(await drift('--max-unread', '1', '--format', 'json')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('"maxUnread":1'),
  });
});

it('is refused with an answer to drift', async () => {
  const { exitCode, text } = await drift('--revert', '--max-unread', '1');
  expect(exitCode).toBe(1);
  expect(text).toContain('--max-unread is about the findings of drift');
});
