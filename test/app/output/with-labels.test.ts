import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyExample } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

it('gives the accounts of each kind of report their labels, and none to a saved plan', async () => {
  const project = await copyExample('quickstart');
  const file = (name: string) => join(project.directory, name);
  const plan = file('saved.json');
  const commands = [['validate'], ['plan', '--out', plan], ['apply', plan], ['drift']];
  const expected = [{ tier: 'starter' }, { tier: 'enterprise', region: 'eu' }];
  for (const [nth, args] of commands.entries()) {
    const report = file(`${nth}.json`);
    await runInProcess(project, ...args, '--report', `json=${report}`);
    const { accounts } = JSON.parse(await readFile(report, 'utf8'));
    const found = accounts.map(({ labels }: { labels: unknown }) => labels);
    expect([args[0], found]).toEqual([args[0], expected]);
    const page = file(`${nth}.html`);
    await runInProcess(project, 'report', report, '--report', `html=${page}`);
    expect(await readFile(page, 'utf8')).toContain('"labels":["tier","region"],"labelColumns":2');
  }
  expect(await readFile(plan, 'utf8')).not.toContain('"labels"');
}, 60_000);
