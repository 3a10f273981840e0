import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyExample } from '../support/run-cyclectl.ts';
import { listBlocks, readText } from './read-pages.ts';

const page = 'docs/guides/manage-a-fleet.md';

test('the files of the guide to fleets are a project that is valid and can be planned', async () => {
  const blocks = listBlocks({ path: page, text: await readText(page) });
  const find = (start: string): string => {
    const found = blocks.filter(({ text }) => text.includes(start));
    expect(found, start).toHaveLength(1);
    return found[0]?.text ?? '';
  };
  const keys = ['CONTOSO', 'NORTHWIND', 'FABRIKAM'].map((name) => [`CRM_KEY_${name}`, 'key']);
  const project = await copyExample('quickstart', {
    ...Object.fromEntries(keys),
    FILES_KEY: 'key',
  });
  await rm(join(project.directory, 'accounts'), { recursive: true });
  await project.write('blueprints/crm-sync.yaml', find('kind: Blueprint'));
  await project.write('fleets/customers.yaml', find('kind: Fleet'));
  await project.write('fleets/customers.csv', find('standard,,,/contacts'));
  await project.write('accounts/fabrikam.yaml', find('kind: Account'));
  expect(await project.run('validate')).toMatchObject({
    exitCode: 0,
    stdout: 'Valid. 3 accounts.',
    stderr: '',
  });
  const planned = await project.run('plan');
  expect(planned.exitCode).toBe(0);
  expect(planned.stdout).toContain('3 accounts: create 12,');
  const part = find('partners-to-files:').replaceAll(/^/gm, '  ').trimEnd();
  const head = 'apiVersion: cyclectl/v1\nkind: Blueprint\nmetadata: {name: partner-sync}\nspec:\n';
  await project.write('blueprints/partner-sync.yaml', `${head}  base: crm-sync\n${part}\n`);
  await project.edit('fleets/customers.yaml', 'blueprint: crm-sync', 'blueprint: partner-sync');
  expect(await project.run('validate')).toMatchObject({ exitCode: 0, stderr: '' });
  const rendered = await project.run('render', '--all');
  expect(rendered.stdout.match(/^ {4}partners-to-files:$/gm)).toHaveLength(1);
});
