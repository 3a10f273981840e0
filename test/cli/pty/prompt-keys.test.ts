import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { closeAfterFile } from '../../support/opened.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { openPty, type Pty } from './open-pty.ts';

/** Runs lines of bash with jobs, as a person has them. */
function openJobs(
  { directory, environment }: { directory: string; environment?: Record<string, string> },
  lines: string,
): Promise<Pty> {
  const args = ['--norc', '--noprofile', '-c', `set -m; ${lines}`];
  return openPty({ file: 'bash', args, directory, ...(environment ? { environment } : {}) });
}

it('a question that Ctrl-Z stops is asked again in the foreground, with what was typed', async () => {
  const project = await copyExample('quickstart');
  const pty = await openJobs(project, 'cyclectl apply; echo "code=$?"; fg; echo "then=$?"; stty');
  await pty.read(/Only "yes"[\s\S]*└/);
  pty.type('ye');
  await pty.read(/ye/);
  pty.type('\u001a');
  const stopped = await pty.read(/code=148/);
  expect(stopped.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stopped.lastIndexOf('\u001b[?25l'));
  const again = await pty.read(/Only "yes"[\s\S]*ye[\s\S]*└/);
  // It is drawn below what the shell printed.
  expect(again.split('\u001b[').filter((each) => /^\d*[A-K]/.test(each))).toEqual([]);
  pty.type('s\r');
  await pty.read(/then=0/);
  expect(await pty.ended).toBe(0);
  expect(pty.output()).toContain('26 writes done');
}, 60_000);

it('a list that is stopped twice goes on where it was, and can be interrupted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(directory, { recursive: true, force: true }));
  const pty = await openJobs({ directory }, 'cyclectl init; fg; fg; echo "then=$?"');
  for (const _ of [1, 2]) {
    await pty.read(/Which service[\s\S]*└/);
    pty.type('\u001a');
    await pty.read(/Stopped/);
  }
  await pty.read(/Which service[\s\S]*└/);
  pty.type('\u001b[B');
  expect(stripVTControlCharacters(await pty.read(/●[^\n]*service/))).toContain('A real service');
  pty.type('\u0003');
  await pty.read(/then=130/);
}, 60_000);

it('a text that was typed before an approval is no answer to it', async () => {
  const { directory, environment } = await copyExample('quickstart');
  const args = ['-c', 'echo started; cyclectl apply; echo "code=$?"'];
  const pty = await openPty({ file: 'sh', args, directory, environment });
  await pty.read(/started/);
  pty.type('yes');
  await pty.read(/Only "yes"[\s\S]*└/);
  pty.type('\r');
  expect(await pty.read(/code=\d+/)).toMatch(/Nothing was done[\s\S]*code=1/);
}, 60_000);

it('a line feed answers, as programs type it for people', async () => {
  const { directory, environment } = await copyExample('quickstart');
  const pty = await openPty({
    ...{ file: 'sh', args: ['-c', 'cyclectl apply; echo "code=$?"'] },
    ...{ directory, environment },
  });
  await pty.read(/Only "yes"[\s\S]*└/);
  pty.type('yes\n');
  expect(await pty.read(/code=\d+/)).toContain('code=0');
}, 60_000);

it.each([
  { key: '\u0003', name: 'Ctrl-C', code: 130 },
  { key: '\u0004', name: 'Ctrl-D', code: 1 },
])(
  '$name ends a text that is being checked with code $code, and nothing more is shown',
  async ({ key, code }) => {
    const directory = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
    closeAfterFile(() => rm(directory, { recursive: true, force: true }));
    const args = ['-c', 'cyclectl init; echo "code=$?"'];
    const pty = await openPty({ file: 'sh', args, directory });
    await pty.read(/Which service[\s\S]*└/);
    pty.type('\u001b[B\r');
    await pty.read(/URL of its API[\s\S]*└/);
    pty.type(`api.example.com\r${key}`);
    const end = await pty.read(/code=\d+/);
    expect(end).toContain(`code=${code}`);
    expect(end).not.toMatch(/Internal error|must start with/);
  },
  60_000,
);

it('an interrupt key that comes with an answer counts, and not the answer', async () => {
  const { directory, environment } = await copyExample('quickstart');
  const args = ['-c', 'cyclectl apply; echo "code=$?"'];
  const pty = await openPty({ file: 'sh', args, directory, environment });
  await pty.read(/Only "yes"[\s\S]*└/);
  pty.type('yes\r\u0003');
  const end = await pty.read(/code=\d+/);
  expect(end).toContain('code=130');
  expect(end).not.toContain('writes done');
}, 60_000);
