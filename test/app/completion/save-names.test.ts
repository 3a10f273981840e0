import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  catalogNamesFile,
  parseCatalogNames,
  parseProjectNames,
  projectNamesFile,
} from '../../../src/app/completion/completion-names.ts';
import { validateAtTerminal } from '../../features/completion/save-project-names.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const isMissing = { code: 'ENOENT' };

it('a command at a terminal that reads the whole project saves its names', async () => {
  const { directory } = await copyExample('quickstart');
  expect(await validateAtTerminal(directory)).toBe(0);
  const names = parseProjectNames(await readFile(join(directory, projectNamesFile), 'utf8'));
  expect(names?.accounts).toEqual(['contoso', 'northwind']);
  expect(names?.head).toMatchObject({
    environments: ['local'],
    connectors: ['Our App', 'Sample CRM', 'Sample File Store', 'Sample Mailer'],
    templates: ['Contacts to Files', 'Contacts to Mailer', 'Orders to Files'],
  });
  expect(names?.findNames('contoso')).toEqual({
    connectors: [
      { key: 'app', name: 'Our App' },
      { key: 'warehouse', name: 'Sample File Store' },
    ],
    cycles: [{ key: 'orders-in', template: 'Orders to Files', steps: ['Write file'] }],
  });
  expect(names?.findNames('nobody')).toBeNull();
});

it('accounts of a fleet share their names, and the fleet and its blueprint have theirs', async () => {
  const { directory } = await copyExample('fleet');
  expect(await validateAtTerminal(directory)).toBe(0);
  const text = await readFile(join(directory, projectNamesFile), 'utf8');
  const names = parseProjectNames(text);
  expect(names?.head.fleets.length).toBeGreaterThan(0);
  expect(names?.head.blueprints.length).toBeGreaterThan(0);
  const shared = text.split('\n').length - 1 - (names?.head.accounts ?? 0);
  expect(shared).toBeLessThan(names?.head.accounts ?? 0);
  for (const account of names?.accounts ?? []) expect(names?.findNames(account)).not.toBeNull();
});

it('writes the file only where names changed', async () => {
  const { directory, edit } = await copyExample('quickstart');
  await validateAtTerminal(directory);
  const path = join(directory, projectNamesFile);
  const { ino } = await stat(path);
  await validateAtTerminal(directory);
  expect((await stat(path)).ino).toBe(ino);
  await edit('accounts/contoso.yaml', 'orders-in:', 'orders-of-shops:');
  await validateAtTerminal(directory);
  expect(await readFile(path, 'utf8')).toContain('orders-of-shops');
});

it('writes nothing in CI, and nothing where no person is', async () => {
  const project = await copyExample('quickstart');
  const { directory } = project;
  expect(await validateAtTerminal(directory, { CI: 'true' })).toBe(0);
  expect(await runInProcess(project, 'validate')).toMatchObject({ exitCode: 0 });
  await expect(stat(join(directory, '.cyclectl'))).rejects.toMatchObject(isMissing);
});

it('a file that cannot be written changes nothing of the command', async () => {
  const { directory } = await copyExample('quickstart');
  await writeFile(join(directory, '.cyclectl'), 'no folder');
  expect(await validateAtTerminal(directory)).toBe(0);
  await rm(join(directory, '.cyclectl'));
  const elsewhere = await copyExample('quickstart');
  await symlink(elsewhere.directory, join(directory, '.cyclectl'));
  expect(await validateAtTerminal(directory)).toBe(0);
  await expect(stat(join(elsewhere.directory, 'completion-project.index'))).rejects.toMatchObject(
    isMissing,
  );
});

it('the saved catalog has its names in a file of their own', async () => {
  const project = await copyExample('quickstart');
  const { directory } = project;
  expect(await runInProcess(project, 'catalog', 'save')).toMatchObject({ exitCode: 0 });
  expect(await validateAtTerminal(directory)).toBe(0);
  const text = await readFile(join(directory, catalogNamesFile), 'utf8');
  expect(parseCatalogNames(text)?.templates).toContain('Orders to Files');
  const asked = ['complete', 'fish', 'complete', '--', '-C', directory, 'catalog', 'methods', ''];
  await rm(join(directory, projectNamesFile));
  expect((await runInProcess(project, ...asked)).stdout).toContain('Our App');
});
