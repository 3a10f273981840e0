import { expect, it } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { openFleetUser, send } from './console-user.ts';
import { openFleetProject, openFleetService } from './fleet-project.ts';
import { drawPortrait } from './portrait/portrait.ts';

// Which of several ways a person chose is shown by no connector, and told by an export of the cycles that use it.

const file = 'cycles/sync/vault-apart.cycle.json';

it('a cycle is exported to the same bytes after a rebuild, whichever way its connector was signed in', async () => {
  const made = await openFleetService(11, { scheduleReadable: 'yes' });
  await makeVault(made);
  const files = await exportAll(made);
  expect(files.get('accounts/sync.yaml')).toContain('does not show which one it');
  expect(files.get(file)).toContain('"connector:Vault@3.1"');

  const rebuilt = await openFleetService(77, { scheduleReadable: 'yes' });
  const elsewhere = await openFleetProject(rebuilt, files);
  const applied = await elsewhere.run({}, 'apply', '--yes');
  expect(applied.exitCode, applied.stdout).toBe(0);
  expect(await readType(made)).toBe('"Sign in (OAuth2)"');
  expect(await readType(rebuilt)).toBe('"User and password (Basic)"');
  expect(await exportAll(rebuilt)).toEqual(files);
});

/** An account whose cycle, of no template, uses a connector that a person signed in by consent, and not as usual. */
async function makeVault(emulator: Emulator): Promise<void> {
  const fleetUser = await openFleetUser(emulator, 1);
  await send(fleetUser.caller, 'POST', '/accounts', { Id: 'sync', Name: 'sync', Timezone: 'UTC' });
  const caller = fleetUser.caller.inside('sync');
  const release = fleetUser.releases.find(({ Name }) => Name === 'Vault');
  const chosen = release?.Authentication.find(
    ({ AuthName }: { AuthName: string }) => AuthName === 'Sign in',
  );
  const { Id } = await send(caller, 'POST', `/connectors/${release?.Id}/install`, {
    Name: 'Vault',
    AuthenticationId: chosen.Id,
  });
  emulator.control.grantConsent({ account: 'sync', connector: String(Id) });
  const template = fleetUser.templates.find(({ Name }) => Name === 'Vault apart');
  const exported = await send(caller, 'GET', `/templates/${template?.Id}/export`);
  await send(caller, 'POST', '/cycles/import', exported);
}

async function exportAll(emulator: Emulator): Promise<ReadonlyMap<string, string>> {
  const project = await openFleetProject(emulator);
  const { exitCode, stdout } = await project.run({}, 'export', '--all');
  expect(exitCode, stdout).toBe(0);
  return project.readFiles();
}

/** The way that the connector was signed in. */
async function readType(emulator: Emulator): Promise<string | undefined> {
  return (await drawPortrait(emulator)).get('sync')?.get('connectors/Vault/authentication');
}
