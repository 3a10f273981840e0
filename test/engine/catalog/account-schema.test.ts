import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { copyExample, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

/** Runs `schema account --catalog`, and gives the check by what it printed. */
async function openSchema(project: Project) {
  const { exitCode, stdout } = await runInProcess(project, 'schema', 'account', '--catalog');
  expect(exitCode).toBe(0);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return { stdout, validate: ajv.compile(JSON.parse(stdout)) };
}

it('prints the schema of accounts with the names of the project, which its manifests keep to', async () => {
  const project = await copyExample('quickstart');
  const local = await openSchema(project);
  const accounts = await readdir(join(project.directory, 'accounts'));
  expect(accounts.length).toBeGreaterThan(1);
  for (const name of accounts) {
    const text = await readProjectFile(project, `accounts/${name}`);
    expect(local.validate(parse(text)), JSON.stringify(local.validate.errors)).toBe(true);
  }
  const text = await readProjectFile(project, 'accounts/contoso.yaml');
  const mistakes = [
    ['Write file', 'Write fle'],
    ['Orders to Files', 'Orders to Flies'],
    ['Our App', 'Our Ap'],
    ['rootFolder', 'rootFloder'],
  ] as const;
  for (const [right, wrong] of mistakes) {
    expect(text).toContain(right);
    expect(local.validate(parse(text.replace(right, wrong))), wrong).toBe(false);
  }
  expect((await openSchema(project)).stdout, 'the same bytes').toBe(local.stdout);

  // A saved catalog goes before the world.
  await runInProcess(project, 'catalog', 'save');
  await project.edit('world.yaml', 'name: Write file', 'name: Write files');
  expect((await openSchema(project)).validate(parse(text))).toBe(true);
});

it('refuses a catalog of other kinds, worlds and files with mistakes, and a project without one', async () => {
  const project = await copyExample('quickstart');
  const refuse = async (...args: readonly string[]) => {
    const { exitCode, stderr, stdout } = await runInProcess(project, 'schema', ...args);
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    return stderr.replaceAll(/\s+/g, ' ');
  };
  expect(await refuse('world', '--catalog')).toContain('Run cyclectl schema account --catalog.');
  await project.edit('world.yaml', 'connectors:', 'conectors:');
  expect(await refuse('account', '--catalog')).toContain('Did you mean connectors?');
  const embedded = 'emulator: {world: world.yaml}';
  const remote =
    'baseUrl: https://api.example, accountHeader: X-Account, token: {clientId: {env: A}, clientSecret: {env: B}}';
  await project.edit('cyclectl.yaml', embedded, remote);
  expect(await refuse('account', '--catalog')).toContain('Run cyclectl catalog save.');
  await project.edit('cyclectl.yaml', 'spec:', 'spc:');
  expect(await refuse('account', '--catalog')).toContain('spc');
});
