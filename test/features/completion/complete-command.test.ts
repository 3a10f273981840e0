import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectNamesFile } from '../../../src/app/completion/completion-names.ts';
import { hasValue } from '../../../src/features/completion/find-place.ts';
import { findArgumentKind, findOptionKind } from '../../../src/features/completion/value-kinds.ts';
import { openDefinitions } from '../../docs/refuse-words.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { validateAtTerminal } from './save-project-names.ts';

let project: Project;

beforeAll(async () => {
  project = await copyExample('quickstart');
  expect(await validateAtTerminal(project.directory)).toBe(0);
});

/** Lines of the answer to zsh, without descriptions. */
async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const own = ['-C', project.directory, ...words];
  const result = await runInProcess(project, 'complete', 'zsh', 'complete', '--', ...own);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  return result.stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
}

describe('completion offers', () => {
  it('commands and subcommands, without the hidden one', async () => {
    expect(await complete('comp')).toEqual(['compare', 'completion', ':4']);
    expect(await complete('rollout', 'st')).toEqual(['status', 'stop', ':4']);
    expect(await complete('help', 'val')).toEqual(['validate', ':4']);
    expect(await complete('help', 'rollout', 'stat')).toEqual(['status', ':4']);
  });

  it('options of the command and of the program, before and after it', async () => {
    expect(await complete('plan', '--allow-o')).toEqual(['--allow-orphans', ':4']);
    expect(await complete('plan', '--allow-e')).toEqual(['--allow-exec', ':4']);
    expect(await complete('--allow-e')).toEqual(['--allow-exec', ':4']);
    expect(await complete('--env')).toEqual(['--environment', ':4']);
    expect(await complete('consent', 'serve', '--no-b')).toEqual([':4']);
  });

  it('choices of options and arguments', async () => {
    expect(await complete('plan', '--refresh', '')).toContain('full');
    expect(await complete('--format=j')).toEqual(['--format=json', ':4']);
    expect(await complete('schema', 'bl')).toEqual(['blueprint', ':4']);
    expect(await complete('completion', 'f')).toEqual(['fish', ':4']);
  });

  it('environments, accounts, connectors and templates', async () => {
    expect(await complete('-e', '')).toEqual(['local', ':4']);
    expect(await complete('-eprod', 'unlock', 'nor')).toEqual(['northwind', ':4']);
    expect(await complete('compare', '--from', 'l')).toEqual(['local', ':4']);
    expect(await complete('catalog', 'methods', 'Our')).toEqual(['Our App', ':4']);
    expect(await complete('export', '--template', 'Orders')).toEqual(['Orders to Files', ':4']);
  });

  it('addresses segment by segment, of the kind that the command takes', async () => {
    expect(await complete('state', 'show', '')).toEqual(['contoso', 'northwind', ':6']);
    expect(await complete('state', 'show', 'no')).toEqual(['northwind', 'northwind/', ':6']);
    expect(await complete('state', 'show', 'northwind/')).toEqual([
      'northwind/connectors/',
      'northwind/cycles/',
      ':6',
    ]);
    expect(await complete('run', 'no')).toEqual(['northwind/cycles/', ':6']);
    expect(await complete('call', 'northwind/connectors/c')).toEqual([
      'northwind/connectors/crm',
      ':4',
    ]);
    expect(await complete('explain', 'northwind/cycles/contacts-to-files/s')).toEqual([
      'northwind/cycles/contacts-to-files/steps/Get contact',
      'northwind/cycles/contacts-to-files/steps/Write file',
      ':4',
    ]);
    expect(await complete('explain', 'nobody/')).toEqual([':4']);
  });

  it('the conditions of --select, one behind the other', async () => {
    expect(await complete('--select', 'acc')).toEqual(['account=', ':6']);
    expect(await complete('--select', 'account=n,!cyc')).toEqual(['account=n,!cycle=', ':6']);
    expect(await complete('--select', 'account=n,cycle=o')).toEqual([
      'account=n,cycle=orders-in',
      ':4',
    ]);
    expect(await complete('--select', 'orph')).toEqual(['orphaned', ':4']);
  });

  it('files and folders, by the shell, where a path is wanted', async () => {
    expect(await complete('plan', '--out', 'pl')).toEqual([':0']);
    expect(await complete('apply', '')).toEqual([':0']);
    expect(await complete('-C', '')).toEqual([':16']);
    expect(await complete('plan', '--report', 'json=')).toEqual([':0']);
    expect(await complete('plan', '--report', 'ht')).toEqual(['html=', ':6']);
  });
});

/** Options and arguments without completion, because their values are free texts, numbers, times or ids. */
const free = [
  '--account',
  '--account-header',
  '--allow-deletes',
  '--allow-orphans',
  '--allow-rewrite',
  '--allow-shrink',
  '--approved-by',
  '--as',
  '--as-template',
  '--at',
  '--base-url',
  '--branch',
  '--budget',
  '--changed-since',
  '--commit',
  '--consent-listen',
  '--custom-category',
  '--fault',
  '--field',
  '--from',
  '--frozen',
  '--group',
  '--interval',
  '--label',
  '--limit',
  '--listen',
  '--lock-timeout',
  '--max-age',
  '--max-unread',
  '--merge',
  '--name',
  '--pace',
  '--param',
  '--port',
  '--pull-request',
  '--reason',
  '--record',
  '--ref',
  '--rendered',
  '--repository',
  '--return-to',
  '--search',
  '--seed',
  '--shard',
  '--share',
  '--since',
  '--timeout',
  '--title',
  '--until',
  '--url',
  '--watch',
  '--wave',
  'body',
  'command',
  'complete',
  'finding',
  'id',
  'live',
  'method',
  'path',
  'release',
  'run',
  'transaction',
  'words',
];

describe('every value', () => {
  it('has a kind, has choices, or is a free text', () => {
    const found = new Set<string>();
    const visit = (command: Command): void => {
      for (const option of command.options) {
        if (!hasValue(option) || option.argChoices !== undefined) continue;
        if (findOptionKind(option, command) === null) found.add(option.long ?? '');
      }
      for (const argument of command.registeredArguments) {
        if (argument.argChoices !== undefined) continue;
        if (findArgumentKind(argument) === null) found.add(argument.name());
      }
      for (const each of command.commands) visit(each);
    };
    visit(openDefinitions());
    expect([...found].toSorted()).toEqual(free);
  });
});

describe('completion without names', () => {
  it('knows the environments of cyclectl.yaml alone', async () => {
    const own = await copyExample('quickstart');
    const ask = async (...words: readonly string[]) => {
      const given = ['complete', 'fish', 'complete', '--', '-C', own.directory, ...words];
      return (await runInProcess(own, ...given)).stdout;
    };
    expect(await ask('-e', '')).toBe('local\n:4');
    expect(await ask('unlock', '')).toBe(':4');
    await own.write('cyclectl.yaml', 'spec: {environments: [');
    expect(await ask('-e', '')).toBe(':4');
    await rm(join(own.directory, 'cyclectl.yaml'));
    expect(await ask('-e', '')).toBe(':4');
  });

  it.each(['', '{}', 'not JSON', '{"format":2}', 'null'])(
    'takes no other file: %j',
    async (text) => {
      const own = await copyExample('quickstart');
      await own.write(projectNamesFile, text);
      const given = ['complete', 'fish', 'complete', '--', '-C', own.directory, 'unlock', ''];
      expect(await runInProcess(own, ...given)).toMatchObject({
        exitCode: 0,
        stdout: ':4',
        stderr: '',
      });
    },
  );
});

it('offers what a shell runs only as quoted text', async () => {
  const own = await copyExample('quickstart');
  await validateAtTerminal(own.directory);
  const path = join(own.directory, projectNamesFile);
  const text = await readFile(path, 'utf8');
  const evil = '$(touch pwned) `id`; \\u001b[31m';
  await writeFile(
    path,
    text
      .replace('"Contacts to Files"', '"$(touch pwned) `id`;"')
      .replace('"Orders to Files"', `"${evil}"`),
  );
  const line = `cyclectl -C ${own.directory} export --template `;
  const asked = await runInProcess(own, 'complete', 'bash', 'complete', '--', line, ' =:');
  expect(asked.stdout.split('\n')).toEqual([
    '\\$\\(touch\\ pwned\\)\\ \\`id\\`\\;',
    'Contacts\\ to\\ Mailer',
    ':4',
  ]);
});
