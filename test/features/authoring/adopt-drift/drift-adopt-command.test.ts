import { execa } from 'execa';
import { expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openRemoteProject, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

const person = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@cyclectl.example',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@cyclectl.example',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const manifest = 'accounts/northwind.yaml';

async function git({ directory }: Project, ...words: readonly string[]): Promise<string> {
  const { stdout } = await execa('git', words, { cwd: directory, env: person });
  return stdout;
}

/** The quickstart, applied to a service in which a hand has moved two fields, a schedule and a secret. */
async function openMoved() {
  const project = await openRemoteProject(person);
  await runOnOneLine(project, 'apply', '--yes');
  const { caller } = await openConsoleUser(project.emulator);
  const account = findDumped(project.emulator, quickstartIds.northwind);
  const own = caller.inside(account?.id ?? '');
  const cycle = account?.cycles.find(({ name }) => name === 'Contacts to files');
  const crm = account?.connectors.find(({ name }) => name === 'crm');
  await put(caller, `/accounts/${account?.id}`, { Timezone: 'Asia/Tokyo', Name: 'Northwind!' });
  await put(own, `/cycles/${cycle?.id}/deactivate?finishQueuedTransactions=true`);
  await put(own, `/account/connectors/${crm?.id}`, { AuthValue: 'CANARY-by-hand' });
  return project;
}

it('writes what others moved into the manifests, for which a plan has nothing to do, and no secret', async () => {
  const project = await openMoved();
  const before = await readProjectFile(project, manifest);
  const adopted = await runOnOneLine(project, 'drift', '--adopt');
  expect(adopted.exitCode).toBe(3);
  for (const part of [
    `northwind/timezone: "Europe/Berlin" → "Asia/Tokyo" in ${manifest}`,
    `northwind/cycles/contacts-to-files/state: "active" → "paused" in ${manifest}`,
    'the secret changed in the service; it was not written',
    'Store the new one in the source of',
    `cyclectl plan -C ${project.directory} -e local`,
  ]) {
    expect(adopted.text).toContain(part);
  }
  expect(adopted.text).not.toContain('CANARY');
  const after = await readProjectFile(project, manifest);
  expect(after).toBe(
    before
      .replace('Northwind Traders', 'Northwind!')
      .replace('Europe/Berlin', 'Asia/Tokyo')
      .replace(
        'state: active\n      schedule: {every: 15m',
        'state: paused\n      schedule: {every: 15m',
      ),
  );
  const planned = await runOnOneLine(project, 'plan');
  expect(planned.text).toContain('~ auth secret changed');
  for (const field of ['timezone', 'displayName', 'state "']) {
    expect(planned.text).not.toContain(field);
  }
  await runOnOneLine(project, 'apply', '--yes');
  expect(await runOnOneLine(project, 'drift')).toMatchObject({ exitCode: 0 });
}, 60_000);

it('shows the reported line, also after edits of earlier lines', async () => {
  const project = await openRemoteProject(person);
  await project.edit(manifest, '  timezone:', '  description: One line.\n  timezone:');
  await runOnOneLine(project, 'apply', '--yes');
  const { caller } = await openConsoleUser(project.emulator);
  const account = findDumped(project.emulator, quickstartIds.northwind);
  const crm = account?.connectors.find(({ name }) => name === 'crm');
  await put(caller, `/accounts/${account?.id}`, { Description: 'Two\nlines.' });
  await put(caller.inside(account?.id ?? ''), `/account/connectors/${crm?.id}`, {
    AuthValue: 'CANARY-by-hand',
  });
  const adopted = await runOnOneLine(project, 'drift', '--adopt');
  expect(adopted.text).toMatch(/\d+ \| +auth: \{apiKey: /);
  expect(await readProjectFile(project, manifest)).toContain('description: |-\n    Two\n');
}, 60_000);

it('takes only what was named, and nothing at all where an address has no drift', async () => {
  const project = await openMoved();
  const before = await readProjectFile(project, manifest);
  const refused = await runOnOneLine(
    project,
    'drift',
    '--adopt',
    'northwind/timezone',
    'northwind/cycles/x',
  );
  expect(refused).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('northwind/cycles/x has no drift'),
  });
  expect(await readProjectFile(project, manifest)).toBe(before);
  const adopted = await runOnOneLine(project, 'drift', '--adopt', 'northwind/timezone');
  expect(adopted.exitCode).toBe(0);
  const zoned = before.replace('Europe/Berlin', 'Asia/Tokyo');
  expect(await readProjectFile(project, manifest)).toBe(zoned);
  const { stdout } = await runOnOneLine(
    project,
    'drift',
    '--adopt',
    'northwind/displayName',
    '--format',
    'json',
  );
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'drift-adopt',
    run: {
      branch: null,
      files: [manifest],
      values: [
        {
          address: 'northwind/displayName',
          before: { kind: 'plain', value: 'Northwind Traders' },
          now: { kind: 'plain', value: 'Northwind!' },
        },
      ],
    },
  });
  // The rest still is drift, and a plan puts it back.
  expect((await runOnOneLine(project, 'drift')).text).toContain('was stopped outside Git');
}, 60_000);

it('makes one commit on a new branch that says what moved, and leaves alone what is checked out', async () => {
  const project = await openMoved();
  await project.write('.gitignore', '.cyclectl\nsecrets\n');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await git(project, 'add', '--all');
  await git(project, 'commit', '--quiet', '--message', 'Begin');
  const before = await readProjectFile(project, manifest);
  const { exitCode, text } = await runOnOneLine(
    project,
    'drift',
    '--adopt',
    '--branch',
    'drift/adopt',
  );
  expect([exitCode, text]).toEqual([3, expect.stringContaining('new branch drift/adopt')]);
  expect(await readProjectFile(project, manifest)).toBe(before);
  expect(await git(project, 'status', '--porcelain')).toBe('');
  const shown = await git(project, 'show', '--format=%B', 'drift/adopt');
  for (const part of [
    'Adopt changes made in local\n',
    '- northwind/timezone: "Europe/Berlin" → "Asia/Tokyo" in',
    'To review:\n\n- northwind/connectors/crm/auth: the secret changed in the service',
    '+  timezone: Asia/Tokyo',
  ]) {
    expect(shown).toContain(part);
  }
  expect(shown).not.toContain('CANARY');
  expect(await runOnOneLine(project, 'drift', '--adopt', '--branch', 'drift/adopt')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('exists already'),
  });
}, 60_000);

it('takes the place of what Git has of its own only where that is named, and says everywhere what it was', async () => {
  const project = await openMoved();
  await project.write('.gitignore', '.cyclectl\nsecrets\n');
  const text = await readProjectFile(project, manifest);
  await project.write(manifest, text.replace('Europe/Berlin', 'Europe/Lisbon'));
  const skipped = await runOnOneLine(project, 'drift', '--adopt', 'northwind');
  expect(skipped.exitCode).toBe(3);
  expect(skipped.text).toContain(
    'northwind/timezone: it is "Europe/Lisbon" in Git, where "Europe/Berlin" was last applied',
  );
  expect(skipped.text).toContain('-e local --adopt northwind/timezone');
  expect(await readProjectFile(project, manifest)).toContain('timezone: Europe/Lisbon');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await git(project, 'add', '--all');
  await git(project, 'commit', '--quiet', '--message', 'Begin');
  const line =
    'northwind/timezone: "Europe/Lisbon" → "Asia/Tokyo" (last applied: "Europe/Berlin") in';
  const adopt = ['drift', '--adopt', 'northwind/timezone'];
  await runOnOneLine(project, ...adopt, '--branch', 'zone');
  const message = await git(project, 'log', '-1', '--format=%B', 'zone');
  expect(message.replaceAll(/\s+/g, ' ')).toContain(`- ${line}`);
  // Even what is nowhere in Git is told, since its only place is written over.
  await project.write(manifest, text.replace('Europe/Berlin', 'Europe/Madrid'));
  const refused = await runOnOneLine(project, ...adopt, '--branch', 'other');
  expect(refused).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining(`${manifest} has uncommitted changes`),
  });
  expect(refused.text).not.toContain('--out');
  const { stdout } = await runOnOneLine(project, ...adopt, '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    run: {
      values: [
        {
          wanted: { kind: 'plain', value: 'Europe/Madrid' },
          before: { kind: 'plain', value: 'Europe/Berlin' },
          now: { kind: 'plain', value: 'Asia/Tokyo' },
        },
      ],
    },
  });
  expect(await readProjectFile(project, manifest)).toContain('timezone: Asia/Tokyo');
}, 60_000);

it('writes what a variable of the environment says into cyclectl.yaml, in the folder and on a branch', async () => {
  const project = await openRemoteProject(person);
  const zone = ['$', '{vars.zone}'].join('');
  await project.edit(manifest, 'Europe/Berlin', zone);
  const text = await readProjectFile(project, 'cyclectl.yaml');
  const written = text.replace(/^( +)service:/m, '$1variables: {zone: Europe/Berlin} # ours\n$&');
  await project.write('cyclectl.yaml', written);
  await project.write('.gitignore', '.cyclectl\nsecrets\n');
  await runOnOneLine(project, 'apply', '--yes');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await git(project, 'add', '--all');
  await git(project, 'commit', '--quiet', '--message', 'Begin');
  const { caller } = await openConsoleUser(project.emulator);
  const account = findDumped(project.emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${account?.id}`, { Timezone: 'Asia/Tokyo' });
  const line = 'northwind/timezone: "Europe/Berlin" → "Asia/Tokyo" in vars.zone of cyclectl.yaml';
  const branched = await runOnOneLine(project, 'drift', '--adopt', '--branch', 'zone');
  expect(branched).toMatchObject({ exitCode: 0, text: expect.stringContaining(line) });
  expect(await git(project, 'diff', '--name-only', 'main', 'zone')).toBe('cyclectl.yaml');
  expect(await readProjectFile(project, 'cyclectl.yaml')).toBe(written);
  await runOnOneLine(project, 'drift', '--adopt');
  const after = written.replace('Europe/Berlin', 'Asia/Tokyo');
  expect(await readProjectFile(project, 'cyclectl.yaml')).toBe(after);
  expect(await runOnOneLine(project, 'drift')).toMatchObject({ exitCode: 0 });
}, 60_000);

it('advises what it takes where a branch cannot be made', async () => {
  const project = await openRemoteProject(person);
  const branch = (name: string) => runOnOneLine(project, 'drift', '--adopt', '--branch', name);
  const outside = await branch('b');
  expect(outside).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('not in a git repository'),
  });
  expect(outside.text).toContain('remove --branch');
  expect(outside.text).not.toContain('--out');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  for (const name of ['', '  ']) {
    expect(await branch(name)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('--branch has no name'),
    });
  }
}, 60_000);

it('refuses what says nothing together, and writes nothing where nothing has moved', async () => {
  const project = await openRemoteProject();
  await runOnOneLine(project, 'apply', '--yes');
  const quiet = await runOnOneLine(project, 'drift', '--adopt');
  expect(quiet).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('Nothing was written. 2 accounts of local were compared'),
  });
  for (const [args, says] of [
    [['--adopt', '--revert'], '--revert and --adopt cannot be combined'],
    [['--adopt', '--out', 'a.json'], '--out needs --revert'],
    [['--revert', '--branch', 'b'], '--branch needs --adopt'],
    [['--adopt', 'nobody'], 'nobody has no drift'],
  ] as const) {
    const refused = await runOnOneLine(project, 'drift', ...args);
    expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining(says) });
  }
}, 60_000);
