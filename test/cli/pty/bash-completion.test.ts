import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectNamesFile } from '../../../src/app/completion/completion-names.ts';
import { validateAtTerminal } from '../../features/completion/save-project-names.ts';
import { copyExample } from '../../support/run-cyclectl.ts';
import { openPty, type Pty } from './open-pty.ts';

// A real bash in a real terminal, without the package bash-completion and with nothing of the user.

async function openBash(directory: string): Promise<Pty> {
  const pty = await openPty({
    file: 'bash',
    args: ['--norc', '--noprofile'],
    directory,
    environment: { PS1: 'ready> ', TERM: 'dumb' },
  });
  await pty.read(/ready> /);
  pty.type('bind "set bell-style none"; eval "$(cyclectl completion bash)"\r');
  await pty.read(/\nready> /);
  return pty;
}

/** Types a word and Tab, and waits for what bash makes of the line. */
async function press(pty: Pty, keys: string, result: RegExp): Promise<void> {
  pty.type(`${keys}\t`);
  await pty.read(result);
  pty.type('\u0015');
}

it('bash completes commands, options, names and paths at the Tab key', async () => {
  const { directory } = await copyExample('quickstart');
  await validateAtTerminal(directory);
  const bash = await openBash(directory);
  await press(bash, 'cyclectl valid', /validate /);
  await press(bash, 'cyclectl plan --exit', /--exit-code /);
  await press(bash, 'cyclectl -e lo', /-e local /);
  await press(bash, 'cyclectl unlock nor', /northwind /);
  await press(bash, 'cyclectl run nor', /northwind\/cycles\//);
  await press(bash, 'cyclectl plan --select account=nor', /--select account=northwind /);
  await press(bash, 'cyclectl export --template Ord', /Orders\\ to\\ Files /);
  await press(bash, 'cyclectl export --template "Ord', /"Orders to Files" /);
  await press(bash, 'cyclectl apply cyc', /apply cyclectl\.yaml /);
  await press(bash, 'cyclectl -C sec', /-C secrets\//);
}, 60_000);

it('bash runs nothing that was typed or that a name says', async () => {
  const project = await copyExample('quickstart');
  const { directory } = project;
  await validateAtTerminal(directory);
  await project.edit(projectNamesFile, '"Orders to Files"', '"Orders $(touch by-name)"');
  const bash = await openBash(directory);
  await press(bash, 'cyclectl export --template Ord', /Orders\\ \\\$\\\(touch\\ by-name\\\) /);
  await press(bash, 'cyclectl export $(touch by-line) > by-pipe --templ', /--template /);
  for (const file of ['by-name', 'by-line', 'by-pipe']) {
    expect(existsSync(join(directory, file)), file).toBe(false);
  }
}, 60_000);
