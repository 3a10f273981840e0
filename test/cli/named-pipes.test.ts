import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readIdentities } from '../../src/secrets/providers/age-identities.ts';
import { copyExample, type Project } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

// A reader of a named pipe waits until something writes to it, which may be never.

/** Puts a named pipe in the place of a file. */
function putPipe({ directory }: Project, path: string): string {
  const file = join(directory, path);
  execFileSync('sh', ['-c', 'rm -f "$1"; mkdir -p "$(dirname "$1")"; mkfifo "$1"', 'sh', file]);
  return file;
}

async function expectRefused(project: Project, args: readonly string[], says: RegExp) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(says);
  expect(exitCode).toBe(1);
}

const isPipe = /it is a named pipe|is not a file|is not a regular file|cannot be read/;

it.each([
  ['cyclectl.yaml', ['validate']],
  ['accounts/northwind.yaml', ['validate']],
  ['world.yaml', ['plan']],
  ['.cyclectl/local/store.db', ['plan']],
  ['.cyclectl/local/store.db', ['state', 'list']],
  ['.cyclectl/local/store.db', ['apply', '--yes']],
  ['.cyclectl/local/secret.key', ['apply', '--yes']],
  ['given', ['apply', 'given']],
  ['given', ['report', 'given', '--report', 'json=given.json']],
  ['given', ['state', 'import', 'given']],
  ['given', ['forge', 'comment', 'given']],
  ['given', ['call', 'northwind/connectors/crm', 'List contacts', '--body', 'given']],
  ['given', ['emulator', '--world', 'given']],
  ['given.cycle.json', ['import', 'given.cycle.json', 'northwind/cycles/x']],
  ['given.cycle.json', ['diff', 'given.cycle.json', 'given.cycle.json']],
] as const)('a named pipe as %s is refused by %j', async (path, args) => {
  const project = await copyExample('quickstart', {
    GITHUB_TOKEN: 'token-not-a-secret',
    GITHUB_REPOSITORY: 'sample/integrations',
  });
  putPipe(project, path);
  await expectRefused(
    project,
    args.map((arg) => arg.replace(/^(json=)?(?=given)/, `$1${project.directory}/`)),
    isPipe,
  );
});

it('an identity file of age that is a named pipe counts as unreadable', async () => {
  const file = putPipe(await copyExample('quickstart'), 'identity');
  const environment = new Map([['SOPS_AGE_KEY_FILE', file]]);
  expect(await readIdentities(environment)).toEqual({ lack: 'bad-identity' });
});

it('a plan without an end is not read to it', async () => {
  const project = await copyExample('quickstart');
  const link = join(project.directory, 'zero');
  symlinkSync('/dev/zero', link);
  await expectRefused(
    project,
    ['apply', link],
    /zero.* is (?:no|not a)(?: valid)? plan|begins otherwise|not a plan of/,
  );
  const call = ['call', 'northwind/connectors/crm', 'List contacts', '--body', link];
  await expectRefused(project, call, /larger than 64 MiB/);
});
