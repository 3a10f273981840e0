import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { encryptAge, encryptTree } from '../encrypt-sops.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

const files = {
  apiKey: 'apiKey: {file: secrets/northwind-crm-key.not-a-secret}',
  password: 'password: {file: secrets/northwind-files-password.not-a-secret}',
} as const;

/** The values of one generation, wherever they are kept. */
async function keep(project: Project, bin: string, word: string): Promise<void> {
  const sealed = await encryptTree(
    { crm: { key: `CANARY-sops-${word}` } },
    { recipients: [recipient] },
  );
  await project.write('secrets/all.yaml', stringify(sealed));
  const age = await encryptAge(`CANARY-age-${word}\n`, recipient);
  writeFileSync(join(project.directory, 'secrets/password.age'), age);
  writeFileSync(join(bin, 'helper'), `#!/bin/sh\necho CANARY-exec-${word}\n`, { mode: 0o755 });
}

test('a rotation is planned as "secret changed", whatever the secret is read from', async () => {
  const bin = makeTemporaryFolder();
  const home = makeTemporaryFolder();
  const project = await copyExample('quickstart', {
    SOPS_AGE_KEY: identity,
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
  });
  const northwind = 'accounts/northwind.yaml';
  await project.edit(northwind, files.apiKey, 'apiKey: {sops: secrets/all.yaml, key: crm.key}');
  await project.edit(northwind, files.password, 'password: {age: secrets/password.age}');
  await project.edit(
    northwind,
    'variables: {region: emea}',
    'variables: {region: {exec: [helper, region]}}',
  );
  const reported: string[] = [];
  const ask = async (...args: readonly string[]) => {
    const result = await runInProcess(project, '--select', 'account=northwind', ...args);
    reported.push(result.stdout, result.stderr);
    return result;
  };
  await keep(project, bin, 'first');

  const refused = await ask('plan');
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout.replaceAll(/\s+/g, ' ')).toContain('--allow-exec helper');

  const first = await ask('apply', '--yes', '--allow-exec', 'helper');
  expect(first).toMatchObject({ exitCode: 0 });

  // From here on a file of the user's own allows it.
  mkdirSync(join(home, '.config/cyclectl'), { recursive: true });
  writeFileSync(join(home, '.config/cyclectl/config.yaml'), 'allowExec: [helper]\n');
  expect(await ask('plan', '--exit-code')).toMatchObject({ exitCode: 0 });

  await keep(project, bin, 'second');
  const rotated = await ask('plan', '--exit-code');
  expect(rotated.exitCode).toBe(2);
  for (const from of ['secrets/all.yaml#crm.key', 'secrets/password.age', 'helper region']) {
    expect(rotated.stdout).toMatch(new RegExp(`secret changed,\\s+from "?${from}`));
  }
  expect(reported.join('\n')).not.toContain('CANARY');
});

test.each([
  ['a key that nobody knows', 'allow: [helper]'],
  ['no list', 'allowExec: helper'],
  ['a list of something else', 'allowExec: [[helper]]'],
  ['no YAML', 'allowExec: ['],
  ['a text', 'helper'],
])("a user's own file that is %s is refused in a line", async (_, text) => {
  const home = makeTemporaryFolder();
  mkdirSync(join(home, '.config/cyclectl'), { recursive: true });
  writeFileSync(join(home, '.config/cyclectl/config.yaml'), text);
  const { directory } = await copyExample('quickstart');
  const { exitCode, stderr } = await runInProcess(
    { directory, environment: { HOME: home } },
    'secrets',
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain('.config/cyclectl/config.yaml');
  expect(stderr).toContain('allowExec, a list of programs');
});

test('a branch cannot allow its own programs: a file of the project is not taken for the user', async () => {
  const project = await copyExample('quickstart');
  mkdirSync(join(project.directory, 'cyclectl'));
  await project.write('cyclectl/config.yaml', 'allowExec: [sh]\n');
  const environment = { XDG_CONFIG_HOME: project.directory };
  const { exitCode, stderr } = await runInProcess({ ...project, environment }, 'secrets');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('is in the project folder');
});
