import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

it('shows no credential of an address in any format', async () => {
  const project = await copyExample('quickstart');
  expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
  const [user, signature] = ['hunter2-of-theirs', 'ZZZZ9999zzzz8888yyyy'];
  const TransactionErrorWebhookUrl = `https://u:${user}@hooks.example.com/y?sig=${signature}`;
  const path = '/v1.0/accounts/northwind-8812';
  const body = JSON.stringify({ TransactionErrorWebhookUrl });
  await runInProcess(project, 'emulator', 'request', 'PUT', path, body);
  const formats = ['text', 'json', 'markdown', 'html', 'github', 'junit', 'sarif'];
  const at = (name: string) => join(project.directory, name);
  const wishes = formats.flatMap((format) => ['--report', `${format}=${at(`drift.${format}`)}`]);
  expect((await runInProcess(project, 'drift', ...wishes)).exitCode).toBe(2);
  await runInProcess(project, 'plan', '--report', `json=${at('plan.json')}`);
  for (const name of [...formats.map((format) => `drift.${format}`), 'plan.json']) {
    const text = await readFile(at(name), 'utf8');
    expect(text, name).not.toContain(user);
    expect(text, name).not.toContain(signature);
  }
  expect(await readFile(at('drift.text'), 'utf8')).toContain(
    'https://[secret]@hooks.example.com/y?sig=[secret]',
  );
});
