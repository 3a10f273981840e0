import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    local: {service: {emulator: {world: world.yaml}}}
`;
const account = (name: string) =>
  `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${name}}\nspec: {id: ${name}}\n`;

function makeProject(): string {
  const directory = makeTemporaryFolder();
  mkdirSync(join(directory, 'accounts/eu'), { recursive: true });
  mkdirSync(join(directory, 'elsewhere'));
  writeFileSync(join(directory, 'cyclectl.yaml'), project);
  writeFileSync(join(directory, 'world.yaml'), '{}\n');
  writeFileSync(join(directory, 'accounts/northwind.yaml'), account('northwind'));
  writeFileSync(join(directory, 'elsewhere/contoso.yaml'), account('contoso'));
  return directory;
}

async function validate(directory: string) {
  const { exitCode, stdout, stderr } = await runInProcess(
    { directory, environment: {} },
    'validate',
  );
  return { exitCode, said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') };
}

it('names each link, pipe and device that stands where a manifest would', async () => {
  const directory = makeProject();
  symlinkSync('../elsewhere/contoso.yaml', join(directory, 'accounts/contoso.yaml'));
  symlinkSync('/nowhere', join(directory, 'accounts/gone.yml'));
  symlinkSync('../../elsewhere', join(directory, 'accounts/eu/all'));
  symlinkSync('/dev/null', join(directory, 'accounts/device.yaml'));
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(directory, 'accounts/eu/pipe.yaml')]);
  const { exitCode, said } = await validate(directory);
  expect(exitCode).toBe(1);
  for (const path of ['contoso.yaml', 'gone.yml', 'eu/all', 'device.yaml']) {
    expect(said).toContain(
      `error: accounts/${path} is a link; cyclectl reads no manifests through links`,
    );
  }
  expect(said).toContain('error: accounts/eu/pipe.yaml is not a regular file and is not read');
});

it('names manifests whose names end otherwise, and no other files', async () => {
  const directory = makeProject();
  const write = (name: string, text: string) =>
    writeFileSync(join(directory, 'accounts', name), text);
  write('a.json', '{"kind": "Account", "apiVersion": "cyclectl/v1", "metadata": {"name": "a"}}');
  write('b.YML', account('b'));
  write('orders.cycle.json', '{"format": "cyclectl.cycle/v1"}');
  write('package.json', '{"name": "cyclectl"}');
  symlinkSync('user@host.1:2', join(directory, 'accounts/.#northwind.yaml'));
  symlinkSync('northwind.yaml', join(directory, 'accounts/README'));
  const { exitCode, said } = await validate(directory);
  expect(exitCode).toBe(0);
  for (const path of ['a.json', 'b.YML']) {
    expect(said).toContain(`warning: accounts/${path} looks like a manifest, but only`);
  }
  expect(said.match(/\[file-passed-over\]/g)).toHaveLength(2);
});

it('survives links that lead to themselves or to no folder', async () => {
  const directory = makeProject();
  symlinkSync('loop', join(directory, 'accounts/loop'));
  symlinkSync('loop', join(directory, 'accounts/eu/loop'));
  symlinkSync('../northwind.yaml/beneath', join(directory, 'accounts/eu/no-folder'));
  expect(await validate(directory)).toMatchObject({
    exitCode: 0,
    said: expect.stringContaining('Valid. 1 account.'),
  });
});

it('says that a folder of manifests is missing which is a link that leads to itself', async () => {
  const directory = makeProject();
  renameSync(join(directory, 'accounts'), join(directory, 'before'));
  symlinkSync('accounts', join(directory, 'accounts'));
  const { exitCode, said } = await validate(directory);
  expect(exitCode).toBe(1);
  expect(said).toContain('The folder accounts beside cyclectl.yaml does not exist');
});

it('names a folder that is called as a manifest and has none, and a link to one by another name', async () => {
  const directory = makeProject();
  mkdirSync(join(directory, 'accounts/fabrikam.yaml'));
  mkdirSync(join(directory, 'accounts/eu.yaml'));
  writeFileSync(join(directory, 'accounts/eu.yaml/contoso.yaml'), account('contoso'));
  symlinkSync('../elsewhere/contoso.yaml', join(directory, 'accounts/contoso.json'));
  const { exitCode, said } = await validate(directory);
  expect(exitCode).toBe(1);
  expect(said).toContain('error: accounts/fabrikam.yaml is not a regular file and is not read');
  expect(said).toContain('warning: accounts/contoso.json looks like a manifest');
  expect(said.match(/\[file-passed-over\]/g)).toHaveLength(2);
});

it('says what a project file of another name is to be called', async () => {
  const directory = makeTemporaryFolder();
  writeFileSync(join(directory, 'cyclectl.yml'), project);
  const { exitCode, said } = await validate(directory);
  expect(exitCode).toBe(1);
  expect(said).toContain('Rename cyclectl.yml to cyclectl.yaml.');
});
