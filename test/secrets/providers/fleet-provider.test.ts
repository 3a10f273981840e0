import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { waitUntil } from '../../support/block-request.ts';
import { copyExample, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const rows = 12;

/** A fleet of which each customer has a secret of a provider, which answers from a file of values. */
async function openFleet() {
  const bin = makeTemporaryFolder();
  const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { references } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(__dirname + '/counts', references.length + ' ');
const rotated = JSON.parse(readFileSync(__dirname + '/rotated.json', 'utf8'));
const answer = { version: 1, values: {}, errors: {} };
for (const { key } of references) {
  if (rotated[key] === null) answer.errors[key] = 'no such secret';
  else answer.values[key] = 'CANARY-fleet-' + (rotated[key] ?? key);
}
process.stdout.write(JSON.stringify(answer));
`;
  writeFileSync(join(bin, 'fleet-secrets'), script, { mode: 0o755 });
  const rotate = (values: Readonly<Record<string, string | null>>) =>
    writeFileSync(join(bin, 'rotated.json'), JSON.stringify(values));
  rotate({});
  const project = await copyExample('fleet', { PATH: `${bin}:/usr/bin:/bin` });
  const table = await readProjectFile(project, 'fleets/customers.csv');
  const some = table.split('\n').slice(0, rows + 1);
  await project.write('fleets/customers.csv', `${some.join('\n')}\n`);
  await project.edit(
    'blueprints/crm-base.yaml',
    'ref: {file: secrets/crm-key.not-a-secret}',
    `ref: {provider: fleet-secrets, key: "customers/\${account.name}"}`,
  );
  const run = (...args: readonly string[]) =>
    runInProcess(project, ...args, '--allow-exec', 'fleet-secrets');
  /** Numbers of keys, by process, since the last call. */
  const readCounts = () => {
    const counts = readFileSync(join(bin, 'counts'), { encoding: 'utf8', flag: 'a+' });
    writeFileSync(join(bin, 'counts'), '');
    return counts.trim();
  };
  return { bin, project, run, rotate, readCounts };
}

test('One process gives the secrets of a whole fleet to a plan, and one those that an apply sends', async () => {
  const { run, rotate, readCounts } = await openFleet();
  const reported: string[] = [];
  const ask = async (...args: readonly string[]) => {
    const result = await run(...args);
    reported.push(result.stdout, result.stderr);
    return result;
  };
  expect(await ask('validate')).toMatchObject({ exitCode: 0 });
  expect(readCounts()).toBe('');
  expect(await ask('plan')).toMatchObject({ exitCode: 0 });
  expect(readCounts()).toBe(`${rows}`);
  expect(await ask('apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(readCounts()).toBe(`${rows} ${rows}`);
  expect(await ask('drift')).toMatchObject({ exitCode: 0 });
  expect(readCounts()).toBe(`${rows}`);

  rotate({ 'customers/east-003': 'second', 'customers/east-005': 'second' });
  expect(await ask('apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(readCounts()).toBe(`${rows} 2`);
  expect(await ask('secrets', '--select', 'account=east-003')).toMatchObject({ exitCode: 0 });
  expect(readCounts()).toBe('1');
  expect(reported.join('\n')).not.toContain('CANARY');
});

test('A key that the provider refuses is named with its line and the reason, and the others are planned', async () => {
  const { run, rotate } = await openFleet();
  rotate({ 'customers/east-002': null });
  const { exitCode, stdout } = await run('plan');
  expect(exitCode).toBe(1);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'fleet-secrets#customers/east-002 was refused by its provider: no such secret',
  );
  expect(text).toMatch(/blueprints\/crm-base\.yaml:\d+:\d+/);
  expect(text).not.toContain('customers/east-003 was');
});

test('Without permission each reference says what would allow the provider', async () => {
  const { project, readCounts } = await openFleet();
  const { exitCode, stdout } = await runInProcess(project, 'plan');
  expect(exitCode).toBe(1);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('--allow-exec fleet-secrets');
  expect(readCounts()).toBe('');
});

test('Ctrl-C ends a provider that hangs, with all that it began', async () => {
  const { bin, project } = await openFleet();
  const script = `#!/bin/sh\n(sleep 600; echo late) & echo $! > "${bin}/child"; wait\n`;
  writeFileSync(join(bin, 'fleet-secrets'), script, { mode: 0o755 });
  const plan = project.start('plan', '--allow-exec', 'fleet-secrets');
  const readPid = () => Number(readFileSync(join(bin, 'child'), { flag: 'a+' }));
  await waitUntil(() => readPid() > 0, 'the provider has started');
  plan.kill('SIGINT');
  expect(await plan).toMatchObject({ exitCode: 130 });
  const isAlive = (pid: number) =>
    existsSync(`/proc/${pid}/stat`) &&
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  await expect.poll(() => isAlive(readPid()), { timeout: 25_000 }).toBe(false);
});
