import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

let project: Project;

beforeAll(async () => {
  project = await copyExample('fleet');
  const account = (name: string, more: string) =>
    `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: ${name}}\nspec: {id: ${name}.example${more}}\n`;
  await project.write('accounts/contoso.yaml', account('contoso', ''));
  await project.write('accounts/fabrikam.yaml', account('fabrikam', ', retension: 1'));
});

async function validate(...files: readonly string[]) {
  const paths = files.map((file) => join(project.directory, file));
  const { exitCode, stdout, stderr } = await runInProcess(project, 'validate', ...paths);
  return { exitCode, text: `${stdout}\n${stderr}` };
}

it('checks the accounts in the files that are named, and no others', async () => {
  expect(await validate('accounts/contoso.yaml')).toEqual({
    exitCode: 0,
    text: expect.stringContaining('Valid. 1 account.'),
  });
  const both = await validate('accounts/contoso.yaml', 'accounts/fabrikam.yaml');
  expect(both).toEqual({ exitCode: 1, text: expect.stringContaining('retension') });
  expect((await validate('fleets/customers.csv')).text).toContain('Valid. 200 accounts.');
});

it('checks all accounts where a blueprint, a fleet or cyclectl.yaml is named', async () => {
  for (const file of ['blueprints/crm-base.yaml', 'fleets/customers.yaml', 'cyclectl.yaml'])
    expect((await validate('accounts/contoso.yaml', file)).text).toContain('retension');
});

it('refuses a file that has no account', async () => {
  const { exitCode, text } = await validate('world.yaml');
  expect([exitCode, text]).toEqual([
    1,
    expect.stringContaining('world.yaml has no account of the project'),
  ]);
});
