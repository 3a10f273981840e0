import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { copyExample, openRemoteProject, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

let project: Project;

const manifest = 'accounts/northwind.yaml';

/** Explains an address; messages are on one line. */
async function explain(address: string, ...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, 'explain', address, ...words);
  return { exitCode, stdout, stderr: stderr.replaceAll(/\s+/g, ' ') };
}

beforeAll(async () => {
  project = await copyExample('quickstart');
});

it.each([
  ['connectors/crn', 'connector "crn"', 'Nearest names: "crm".'],
  ['connectors/crn/properties/region', 'connector "crn"', 'Nearest names: "crm".'],
  ['cycles/contact-to-files', 'cycle "contact-to-files"', 'Nearest names: "contacts-to-files"'],
  ['connectors/x', 'connector "x"', 'Existing names: "crm", "files", "mailer".'],
])('refuses %s, which no manifest has, and names the nearest', async (path, object, advice) => {
  const { exitCode, stdout, stderr } = await explain(`northwind/${path}`);
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`The manifest of northwind has no ${object} [address-unknown]`);
  expect(stderr).toContain(advice);
});

it.each([
  ['cyclez/contacts-to-files', 'cyclez', 'Nearest names: "cycles".'],
  ['cycles/contacts-to-files/activity', 'activity', 'Existing names: '],
  ['timezon', 'timezon', 'Nearest names: "timezone".'],
])('refuses %s, a place that no manifest can have', async (path, key, advice) => {
  const { exitCode, stdout, stderr } = await explain(`northwind/${path}`);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`A manifest has no key "${key}" there [address-unknown]`);
  expect(stderr).toContain(advice);
});

it('refuses an account that no manifest has, with the same exit code', async () => {
  const { exitCode, stderr } = await explain('northwnd/connectors/crm');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('The manifests have no account "northwnd" in local');
  expect(stderr).toContain('Nearest accounts: "northwind"');
});

it('reports an unknown object as data', async () => {
  const { exitCode, stdout } = await explain('northwind/connectors/crn', '--format', 'json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'refused',
    run: { diagnostics: [{ code: 'address-unknown', address: 'northwind/connectors/crn' }] },
  });
});

it('says that a field of an object of the manifest is not managed', async () => {
  const { exitCode, stdout } = await explain('northwind/connectors/crm/description');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('not managed: no layer has a value');
});

it('says that an object of ours which has left the manifest is not managed', async () => {
  const applied = await runInProcess(project, 'apply', '--yes');
  expect(applied.exitCode).toBe(0);
  await removeCycle(project);
  const { exitCode, stdout } = await explain('northwind/cycles/contacts-to-mailer');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('not managed: no layer has a value');
});

it('takes an object of ours for known where its account cannot be read', async () => {
  const remote = await openRemoteProject();
  expect((await runInProcess(remote, 'apply', '--yes')).exitCode).toBe(0);
  await removeCycle(remote);
  remote.emulator.control.plantFaults([
    { path: '/v1.0/accounts/**', rate: 1, do: 'status', status: 400 },
    { path: '/v1.0/accounts', rate: 1, do: 'status', status: 400 },
  ]);
  const { stderr } = await runInProcess(remote, 'explain', 'northwind/cycles/contacts-to-mailer');
  expect(stderr).toContain('Cannot read the account');
  expect(stderr).not.toContain('address-unknown');
});

async function removeCycle({ directory, write }: Project): Promise<void> {
  const text = await readFile(join(directory, manifest), 'utf8');
  const entry = / {4}contacts-to-mailer:\n(?: {5,}.*\n)*/;
  expect(text).toMatch(entry);
  await write(manifest, text.replace(entry, ''));
}
