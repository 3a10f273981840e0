import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { toVisible } from '../../src/kit/text/visible-text.ts';
import { closeAfterFile } from '../support/opened.ts';
import { copyProject, openRemoteProject, type Project } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { type BrokenService, sendJson, serveBroken } from '../wire/serve-broken.ts';
import { listEvilAccounts } from './evil-accounts.ts';
import { listEvilProjects } from './evil-projects.ts';

// A pull request may write what it likes, and CI runs what it wrote, with the secrets of the operator at hand
// and the bounds set that docs/explanation/security.md asks for. Each row is one way out that a branch might try.

const canaries = {
  OTHER_SECRET: 'CANARY-other-6b1f',
  SOPS_AGE_KEY: 'CANARY-identity-77aa',
  HTTPS_PROXY: 'http://user:CANARY-proxy-5d3e@127.0.0.1:9',
  NORTHWIND_CRM_KEY: 'CANARY-northwind-0c4d',
};

let clean: Project;
let attacker: BrokenService;
let outside: string;
let service: string;
let planted: readonly string[];

beforeAll(async () => {
  attacker = await serveBroken((_, response) => sendJson(response, 200, {}));
  outside = mkdtempSync(join(tmpdir(), 'cyclectl-outside-'));
  closeAfterFile(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(join(outside, 'secret.txt'), 'CANARY-outside-2e8a');
  writeFileSync(join(outside, 'evil.yaml'), 'CANARY-outside-2e8a: [');
  const project = await openRemoteProject(canaries);
  service =
    readFileSync(join(project.directory, 'cyclectl.yaml'), 'utf8').match(/http:\S+/)?.[0] ?? '';
  const { SVC_CLIENT_SECRET = '', CYCLECTL_SECRET_KEY = '' } = project.environment;
  planted = [...Object.values(canaries), SVC_CLIENT_SECRET, CYCLECTL_SECRET_KEY, 'CANARY-file-key'];
  mkdirSync(join(project.directory, '.cyclectl/other'), { recursive: true });
  writeFileSync(
    join(project.directory, '.cyclectl/other/secret.key'),
    `CANARY-file-key-${'3f'.repeat(8)}`,
  );
  clean = {
    ...project,
    environment: {
      ...project.environment,
      CI: 'true',
      CYCLECTL_ALLOW_ORIGINS: `${service}, https://hooks.example.com`,
      CYCLECTL_ALLOW_ENV: 'SVC_CLIENT_SECRET, NORTHWIND_*',
    },
  };
  // Reviewed and merged: this works as it is.
  expect(await runInProcess(clean, 'plan')).toMatchObject({ exitCode: 0 });
});

function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('secret.key'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

const surroundings = () => ({ service, attacker: attacker.url, outside });
const evils = { ...listEvilProjects(surroundings), ...listEvilAccounts(surroundings) };

it.each(Object.entries(evils))('a branch gets nothing by %s', async (_, evil) => {
  const project = { ...(await copyProject(clean)), environment: clean.environment };
  writeFileSync(join(project.directory, 'url.txt'), attacker.url);
  await evil.edit(project);
  const heard = attacker.seen.length;
  const results = [];
  for (const args of [
    ['apply', '--yes'],
    ['secrets', '--format', 'json'],
  ]) {
    results.push(await runInProcess(project, '--select', 'account=northwind', ...args));
  }
  const [apply] = results;
  // The first that refuses one object alone applies the rest of the account.
  expect([1, 3]).toContain(apply?.exitCode);
  const said = `${apply?.stdout}\n${apply?.stderr}`.replaceAll(/\s+/g, ' ');
  expect(said).toMatch(evil.says);
  const shown = results.map(({ stdout, stderr }) => stdout + stderr).join('\n');
  for (const text of [shown, readAll(project.directory), readAll(outside)]) {
    for (const secret of planted) {
      expect(text.includes(secret), 'a secret').toBe(false);
    }
  }
  expect(shown).not.toContain('CANARY-outside');
  expect(toVisible(shown.replaceAll('\n', ' ')), 'signs that do something').toBe(
    shown.replaceAll('\n', ' '),
  );
  expect(shown.length).toBeLessThan(20_000);
  expect(attacker.seen.slice(heard)).toEqual([]);
});

it('CI without limits gets the lines to set, and nothing is sent before', async () => {
  const { CYCLECTL_ALLOW_ORIGINS: _, CYCLECTL_ALLOW_ENV: _variables, ...rest } = clean.environment;
  const project = { ...clean, environment: rest };
  const { exitCode, stderr } = await runInProcess(project, 'plan');
  const said = stderr.replaceAll(/\s+/g, ' ');
  expect(exitCode).toBe(1);
  expect(said).toContain('[bounds-missing]');
  expect(said).toContain(`CYCLECTL_ALLOW_ORIGINS=${service},https://hooks.example.com`);
  expect(said).toContain('CYCLECTL_ALLOW_ENV=SVC_CLIENT_SECRET');
  expect(said).toContain('a branch can add one');
  // Where nobody works on branches of others they are not asked for, and are kept where they are set.
  const { CI: _ci, ...outsideCi } = rest;
  expect(await runInProcess({ ...clean, environment: outsideCi }, 'plan')).toMatchObject({
    exitCode: 0,
  });
  const bounded = { ...outsideCi, CYCLECTL_ALLOW_ORIGINS: 'https://api.example.com' };
  expect((await runInProcess({ ...clean, environment: bounded }, 'plan')).stderr).toContain(
    'origin-not-allowed',
  );
  const unfit = { ...outsideCi, CYCLECTL_ALLOW_ENV: 'A;B' };
  expect(await runInProcess({ ...clean, environment: unfit }, 'plan')).toMatchObject({
    exitCode: 1,
  });
});
