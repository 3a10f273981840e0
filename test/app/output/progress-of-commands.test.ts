import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPty } from '../../cli/pty/open-pty.ts';
import { put } from '../../emulator/support/start-emulator.ts';
import { openGatedFleet } from '../../features/rollout/gate/open-gated-fleet.ts';
import { copyExample, openRemoteProject, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess, runOnScreen } from '../../support/run-in-process.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { quickstartIds } from '../../worlds/quickstart.ts';

async function openApplied() {
  const project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  return project;
}

/** Runs a command, and lists its phases behind the walk of the manifests, such as `reading /2`. */
async function listPhases(project: Project, ...args: readonly string[]): Promise<string[]> {
  const { exitCode, frames, last, text } = await runOnScreen(project, ...args);
  expect(exitCode, text).not.toBe(1);
  expect(last).toBe(null);
  const heads = frames.map((frame) => {
    const [head = ''] = frame.split(' · ');
    expect(head).toMatch(
      /^[a-z]+ (\d+(\/\d+| accounts?| parts of the catalog|\/\d+ manifests)|manifests)$/,
    );
    return head.replace(/ \d+ ?/, ' ');
  });
  const phases = [...new Set(heads)];
  const walks = phases.filter((each) => /accounts?$|manifests/.test(each));
  expect(phases.slice(0, walks.length)).toEqual(walks);
  expect(walks).not.toEqual([]);
  return phases.slice(walks.length);
}

it('adopt, verify, consent, drift --adopt and run show each part that they go through', async () => {
  const project = await openApplied();
  expect(await listPhases(project, 'consent', '--list')).toEqual(['reading /2']);
  expect(await listPhases(project, 'drift', '--adopt')).toEqual(['comparing /2']);
  expect(await listPhases(project, 'run', '--select', 'account=*')).toEqual(['planning /2']);
  await project.edit(
    'accounts/northwind.yaml',
    'port: "0022"}',
    'port: "0022"}\n      checks: [{method: List files, safe: true}]',
  );
  expect(await listPhases(project, 'verify')).toEqual(['checking /2']);
  await rm(join(project.directory, '.cyclectl/local'), { recursive: true });
  const adopted = await listPhases(project, 'adopt', '--all', '--yes');
  expect(adopted).toEqual(['reading /2', 'adopting /2']);
});

it('destroy shows how many of the named accounts are planned', async () => {
  const project = await openApplied();
  const named = ['northwind/cycles/contacts-to-mailer', '--confirm', 'northwind'];
  const phases = await listPhases(project, 'destroy', ...named, '--allow-deletes', '1');
  expect(phases).toContain('planning /1');
});

it('catalog save shows how much of the catalog is read, whose parts are not known before', async () => {
  const project = await openRemoteProject();
  expect(await listPhases(project, 'catalog', 'save')).toEqual(['reading parts of the catalog']);
});

it('a rehearsal shows the accounts that it applies, and those whose undo it measures', async () => {
  const project = await openApplied();
  await project.edit('accounts/northwind.yaml', 'Northwind Traders', 'Northwind');
  const file = join(project.directory, 'change.plan');
  expect(await runInProcess(project, 'plan', '--out', file)).toMatchObject({ exitCode: 0 });
  expect(await listPhases(project, 'rehearse', file)).toEqual(['rehearsing /2', 'measuring /1']);
});

it('drift --accept shows what it compares, and what it accepts', async () => {
  const project = await openApplied();
  const { caller } = await openConsoleUser(project.emulator);
  const live = findDumped(project.emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${live?.id}`, { Description: 'by hand' });
  const accept = ['drift', '--accept', '--reason', 'agreed', 'northwind/description'];
  expect(await listPhases(project, ...accept)).toEqual(['comparing /1', 'accepting /1']);
});

it('compare and promote show their accounts, whose requests go to two environments', async () => {
  const project = await copyExample('promote');
  for (const environment of ['staging', 'prod']) {
    const applied = await runInProcess(project, 'apply', '--yes', '-e', environment);
    expect(applied).toMatchObject({ exitCode: 0 });
  }
  const environments = ['--from', 'staging', '--to', 'prod'];
  expect(await listPhases(project, 'compare', ...environments)).toEqual(['comparing /1']);
  expect(await listPhases(project, 'promote', ...environments)).toEqual([
    'comparing /1',
    'promoting /1',
  ]);
});

it('a step of a rollout shows the accounts whose runs it reads', async () => {
  const { project, open } = await openGatedFleet();
  await open('{evidence: 80%, within: 2m}');
  const continued = ['rollout', 'continue', 'customers'];
  expect(await listPhases(project, ...continued)).toContain('reading /2');
});

it('a gate shows the accounts whose health checks it runs', async () => {
  const { project, open } = await openGatedFleet();
  await open('{checks: true}');
  expect(await listPhases(project, 'rollout', 'continue', 'customers')).toContain('checking /2');
});

it('a person at a terminal sees it, and none with --quiet', async () => {
  const project = await openApplied();
  await rm(join(project.directory, '.cyclectl/local'), { recursive: true });
  await project.edit('cyclectl.yaml', 'requestsPerSecond: 1000', 'requestsPerSecond: 20');
  const { directory, environment } = project;
  const adopt = async (...more: readonly string[]) => {
    const args = ['adopt', '--all', '--yes', ...more];
    const pty = await openPty({ file: 'cyclectl', args, directory, environment });
    expect(await pty.ended).toBe(0);
    return pty.output();
  };
  const shown = await adopt();
  expect(shown).toMatch(/\rreading [01]\/2/);
  expect(shown).toMatch(/\radopting [01]\/2/);
  expect(await adopt('--quiet')).not.toMatch(/(reading|adopting) \d/);
}, 60_000);
