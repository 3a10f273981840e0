import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../support/block-request.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

const slowTestMs = 60_000;

/** A named pipe in the project's folder, and the words that have a report written to it. */
async function makePipe({ directory }: { readonly directory: string }) {
  const path = join(directory, 'pipe');
  await execa('sh', ['-c', 'mkfifo "$0"', path]);
  return { path, request: ['--report', `html=${path}`] };
}

/** Starts a command that ends with a report nobody reads, and waits until it has said all else. */
async function startUnread(command: readonly string[], last: string) {
  const project = await copyExample('quickstart');
  const { request } = await makePipe(project);
  const run = project.start(...command, ...request);
  let said = '';
  run.stdout.on('data', (text) => {
    said += String(text);
  });
  await waitUntil(() => said.includes(last), `it says ${last}`);
  return { project, run };
}

describe('a report into a pipe', () => {
  it(
    'is written as it is read',
    async () => {
      const project = await copyExample('quickstart');
      const { path, request } = await makePipe(project);
      const run = project.start('validate', ...request);
      const text = await readFile(path, 'utf8');
      expect(await run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(text).toMatch(/^<!doctype html>.*<\/html>\n$/s);
    },
    slowTestMs,
  );

  it(
    'without a reader lets a signal end the command',
    async () => {
      const { run } = await startUnread(['validate'], 'Valid.');
      run.kill('SIGTERM');
      expect(await run).toMatchObject({ exitCode: 143 });
    },
    slowTestMs,
  );

  it(
    'without a reader lets one signal end an apply within seconds',
    async () => {
      const { project, run } = await startUnread(['apply', '--yes'], 'Applied to');
      run.kill('SIGTERM');
      const { exitCode, stderr } = await run;
      expect([exitCode, stderr]).toEqual([143, expect.stringContaining('no process reads')]);
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );
});
