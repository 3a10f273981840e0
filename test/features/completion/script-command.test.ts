import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

async function readScript(shell: string): Promise<string> {
  const project = await copyExample('quickstart');
  const { exitCode, stdout, stderr } = await runInProcess(project, 'completion', shell);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

it.each(shells)('the script of %s begins with the one line that installs it', async (shell) => {
  const lines = (await readScript(shell)).split('\n');
  expect(lines[1]).toBe('# Install it once, and open a new shell:');
  expect(lines[2]).toContain(`cyclectl completion ${shell}`);
});

it.each(shells)('the script of %s asks the hidden command', async (shell) => {
  expect(await readScript(shell)).toContain(`cyclectl complete ${shell} complete -- `);
});

it('the script of zsh begins as its completion system wants', async () => {
  expect((await readScript('zsh')).split('\n')[0]).toBe('#compdef cyclectl');
});

it.each(['bash', 'zsh'])('the script of %s evaluates nothing, nor undoes quotes', async (shell) => {
  const script = (await readScript(shell)).replaceAll(/^#.*$/gm, '');
  expect(script).not.toMatch(/\beval\b|_describe| -Q/);
});

it.each(shells)('%s reads its script, where it is on this machine', async (shell) => {
  const folders = (process.env.PATH ?? '').split(':');
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const isThere = names.flat().includes(shell);
  expect(isThere || shell !== 'bash', 'each machine has bash').toBe(true);
  if (!isThere) return;
  const file = join(makeTemporaryFolder(), 'script');
  await writeFile(file, await readScript(shell));
  const { exitCode, stderr } = await execa(shell, ['-n', file], { reject: false });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});
