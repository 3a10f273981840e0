import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const identity = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@cyclectl.example',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@cyclectl.example',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** The commands of a README in their order, each as its words. */
async function readCommands(project: Project): Promise<readonly (readonly string[])[]> {
  const text = await readProjectFile(project, 'README.md');
  const blocks = [...text.matchAll(/```sh\n([^`]+)```/g)].map(([, block = '']) => block.trim());
  return blocks.flatMap((block) =>
    block
      .split('\n')
      .map((line) =>
        [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
      ),
  );
}

async function run(project: Project, [program = '', ...words]: readonly string[]) {
  const { directory } = project;
  if (program === 'git') {
    const { exitCode, stdout } = await execa('git', words, { cwd: directory, env: identity });
    return { exitCode, stdout, stderr: '' };
  }
  const args = words.map((word) => (word.endsWith('.patch') ? join(directory, word) : word));
  return runInProcess(project, ...args);
}

const compare = ['compare', '--from', 'staging', '--to', 'prod'];

function emulate(body: string): readonly string[] {
  const path = '/v1.0/accounts/northwind-test';
  return ['cyclectl', 'emulator', 'request', '-e', 'staging', 'PUT', path, body];
}

it('the example carries a cycle that was changed in staging to a prod with other ids and values', async () => {
  const project = await copyExample('promote');
  const before = await readProjectFile(project, 'accounts/northwind.yaml');
  const said = new Map<string, string>();
  for (const command of await readCommands(project)) {
    const { exitCode, stdout, stderr } = await run(project, command);
    expect(exitCode, `${command.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
    said.set(command.join(' '), `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' '));
  }
  expect(await readProjectFile(project, 'accounts/northwind.yaml')).toBe(
    `${before.replace('Europe/Berlin', 'Europe/Lisbon')}      steps:\n        Write file: {fields: {Contact.Source: "\${vars.mailHost}"}}\n`,
  );
  const patch = await readFile(join(project.directory, 'change.patch'), 'utf8');
  expect(patch.match(/^[-+](?![-+]).*/gm)).toHaveLength(12);
  expect(patch).not.toMatch(/10a11d95|23639|mail\.staging/);
  expect(said.get('cyclectl plan -e staging')).toContain('No changes.');
  expect(said.get('cyclectl plan -e prod')).toContain('ignored → "mail.example"');
  expect(said.get('cyclectl promote --from staging --to prod')).toContain(
    'no file needs a change for prod',
  );
  expect(said.get('cyclectl compare --from staging --to prod --exit-code')).toContain(
    'no undeclared difference between staging and prod. 1 account compared.',
  );
  await run(project, emulate('{"Timezone": "UTC"}'));
  const differs = await run(project, ['cyclectl', ...compare, '--exit-code']);
  expect([differs.exitCode, differs.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
    2,
    expect.stringContaining(
      'northwind/timezone: staging has "UTC" (out of sync); prod has "Europe/Lisbon" (in sync)',
    ),
  ]);
  const data = JSON.parse(
    (await run(project, ['cyclectl', ...compare, '--format', 'json'])).stdout,
  );
  expect(data.run.accounts[0].differences).toMatchObject([{ kind: 'field', path: 'timezone' }]);
}, 60_000);

it('the example gets an id of prod back by its state there, and goes without where prod cannot be opened', async () => {
  const project = await copyExample('promote');
  for (const env of ['staging', 'prod']) {
    expect((await runInProcess(project, 'apply', '-e', env, '--yes')).exitCode).toBe(0);
  }
  const path = join(project.directory, 'accounts/northwind.yaml');
  const before = await readFile(path, 'utf8');
  const without = before.replace(', prod: northwind-8812', '');
  expect(without).not.toBe(before);
  await writeFile(path, without);
  const words = ['promote', '--from', 'staging', '--to', 'prod', '--format', 'json'];
  const data = JSON.parse((await runInProcess(project, ...words)).stdout);
  expect(data.run).toMatchObject({
    carried: [{ address: 'northwind/ids/prod', says: 'northwind-8812, the account of its state' }],
    diagnostics: [],
  });
  expect(data.run.patch).toContain('+  ids: {staging: northwind-test, prod: northwind-8812}');
  await rm(join(project.directory, 'worlds/prod.yaml'));
  const lone = await runInProcess(project, ...words);
  expect(lone.stderr.replaceAll(/\s+/g, ' ')).toContain('prod was not read for missing ids: ');
  expect(JSON.parse(lone.stdout).run).toMatchObject({ diagnostics: [{ code: 'not-in-target' }] });
}, 60_000);

it('counts no unmanaged change as left out that the cycle file has, also when it is promoted again', async () => {
  const project = await copyExample('promote');
  expect((await runInProcess(project, 'apply', '-e', 'staging', '--yes')).exitCode).toBe(0);
  const request = async (method: string, path: string, body?: string) => {
    const at = [method, path, ...(body === undefined ? [] : [body])];
    const words = ['emulator', 'request', '-e', 'staging', '--account', 'northwind', ...at];
    return JSON.parse((await runInProcess(project, ...words)).stdout);
  };
  const [{ Id }] = await request('GET', '/v1.0/cycles');
  const cycle = `/v1.0/cycles/${Id}`;
  await request('PUT', `${cycle}/deactivate`, '{}');
  await request('PUT', cycle, '{"StepErrorAction": "Retry", "StepDataSuccessRetentionHours": 48}');
  const steps = await request('GET', `${cycle}/steps`);
  const step = (steps.Steps ?? steps).find(({ Name }: { Name: string }) => Name === 'Write file');
  const target = step.Method.RequestFields.find(
    ({ Location }: { Location: string }) => Location === 'Contact.Name',
  );
  await request(
    'PUT',
    `/v1.0/steps/${step.Id}/fieldmappings/${target.Id}`,
    '{"MappingType": "StaticValue", "Value": "typed"}',
  );
  const words = ['promote', '--from', 'staging', '--to', 'prod', '--format', 'json'] as const;
  const promote = async () => JSON.parse((await runInProcess(project, ...words)).stdout).run;
  const promoted = await promote();
  expect(promoted.patch).toContain('"CycleStepErrorAction": 1');
  expect(promoted.patch).toContain('"Value": "typed"');
  // A cycle file has no retention.
  expect(promoted.unmanaged).toBe(1);
  await writeFile(join(project.directory, 'change.patch'), promoted.patch);
  await execa('git', ['apply', 'change.patch'], { cwd: project.directory });
  expect(await promote()).toMatchObject({ carried: [], unmanaged: 1 });
}, 60_000);

it('counts the unmanaged changes that it leaves out, with the command that lists them', async () => {
  const project = await copyExample('promote');
  expect((await runInProcess(project, 'apply', '-e', 'staging', '--yes')).exitCode).toBe(0);
  const words = ['promote', '--from', 'staging', '--to', 'prod'] as const;
  const clean = JSON.parse((await runInProcess(project, ...words, '--format', 'json')).stdout);
  expect(clean.run.unmanaged).toBeUndefined();
  await run(project, emulate('{"AuditInfo": "x", "Description": "by hand"}'));
  const data = JSON.parse((await runInProcess(project, ...words, '--format', 'json')).stdout);
  expect(data.run).toMatchObject({ unmanaged: 2, carried: [], incomplete: 0 });
  const { exitCode, stderr } = await runInProcess(project, ...words);
  expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining(
      `2 unmanaged changes of staging left out, because no manifest manages them. To list them: cyclectl drift -C ${project.directory} -e staging`,
    ),
  ]);
}, 60_000);

it.each([
  [['promote', '--from', 'staging', '--to', 'staging'], 'name the same environment'],
  [['promote', '--from', 'staging', '--to', 'none'], 'has no environment "none"'],
  [['compare', '--from', 'none', '--to', 'prod'], 'has no environment "none"'],
  [['promote', '-e', 'prod', '--from', 'staging', '--to', 'prod'], 'with --from and --to'],
  [
    ['promote', '--from', 'staging', '--to', 'prod', '--out', 'a', '--branch', 'b'],
    '--out and --branch cannot be combined',
  ],
  [['promote', '--from', 'staging', '--to', 'prod', '--out', 'package.json'], 'is not a patch'],
  [['promote', '--to', 'prod'], "required option '--from <name>'"],
])('%j has an error with the remedy', async (words, says) => {
  const project = await copyExample('promote');
  const { exitCode, stderr } = await runInProcess(project, ...words);
  expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(says)]);
});

it('a secret that was typed into a name is printed by no command', async () => {
  const project = await copyExample('promote');
  // No canary: the hand below is a command too, and is told what it has sent.
  const key = 'Qx7-blue-horse-battery';
  await writeFile(join(project.directory, 'secrets/crm-key.not-a-secret'), key);
  for (const env of ['staging', 'prod']) {
    expect((await runInProcess(project, 'apply', '-e', env, '--yes')).exitCode).toBe(0);
  }
  await run(project, emulate(JSON.stringify({ Name: `Northwind ${key}` })));
  for (const [words, says] of [
    [['plan', '-e', 'staging'], 'secret'],
    [['drift', '-e', 'staging'], 'secret'],
    [compare, 'secret'],
    [[...compare, '--format', 'json'], 'secret'],
    [['promote', '--from', 'staging', '--to', 'prod'], 'may be a secret'],
    [['export', '--merge', '-e', 'staging', '--all'], 'may be a secret'],
  ] as const) {
    const { stdout, stderr } = await runInProcess(project, ...words);
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' '), words.join(' ')).toContain(says);
    expect(`${stdout}${stderr}`).not.toContain(key);
  }
});
