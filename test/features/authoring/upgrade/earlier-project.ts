import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { init, nameFolder } from '../../../support/begin-project.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

export const upgrade = (directory: string, ...args: readonly string[]) =>
  runInProcess({ directory, environment: {} }, 'init', '--upgrade', ...args);

export const workflow = '.github/workflows/cyclectl.yml';
export const settings = '.vscode/settings.json';
export const record = '.cyclectl-init.json';

/** A project of this version. */
export async function begin(...args: readonly string[]): Promise<string> {
  const folder = await nameFolder();
  expect(await init(folder, ...args)).toMatchObject({ exitCode: 0 });
  return folder;
}

export async function edit(
  folder: string,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8');
  const changed = change(text);
  expect(changed, path).not.toBe(text);
  await writeFile(join(folder, path), changed);
}

/** Makes files what an earlier version has written, with its record. */
export async function makeEarlier(folder: string): Promise<void> {
  await makeEarlierWorkflow(folder);
  const earlier = (text: string) =>
    text
      .replace(/,\s*"policy\/\*\*\/\*\.yml"/, '')
      .replace(/,\s*"\.\/schemas\/fleet\.schema\.json": \[[^\]]*\]/, '');
  await edit(folder, settings, earlier);
  await edit(folder, record, earlier);
  await edit(folder, 'schemas/project.schema.json', (text) => text.replace('"title"', '"name"'));
  await rm(join(folder, 'schemas/fleet.schema.json'));
  await edit(folder, '.gitignore', (text) => text.replace('/run.json\n', ''));
  await edit(folder, record, (text) => text.replace(/,\s*"\/run\.json"/, ''));
}

export async function makeEarlierWorkflow(folder: string): Promise<void> {
  for (const path of [workflow, record])
    await edit(folder, path, (text) => text.replaceAll('# v4.4.0', '# v4.0.0'));
}
