import { execa } from 'execa';
import { fetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { blockRequest, holdRequest, waitUntil } from '../support/block-request.ts';
import { copyExample, openRemoteProject, programPath } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { openPty } from './pty/open-pty.ts';

type Remote = Awaited<ReturnType<typeof openRemoteProject>>;

const slowTestMs = 60_000;
const running = 'Contacts to files';

function findCycle({ emulator }: Remote, name: string) {
  const cycles = emulator.control.dump().accounts.flatMap((account) => account.cycles);
  const found = cycles.find((cycle) => cycle.name === name);
  if (found === undefined) throw new Error(`The service has no cycle ${name}.`);
  return found;
}

/** A running cycle that an apply is about to edit, with a transaction that does not end by itself. */
async function openDrain(): Promise<Remote> {
  const project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
  const { id } = findCycle(project, running);
  project.emulator.control.plantTransactions({ cycle: id, count: 1, lastsMs: 3_600_000 });
  return project;
}

function countReads({ emulator }: Remote, path: RegExp): number {
  return emulator.requests().filter(({ method, path: at }) => method === 'GET' && path.test(at))
    .length;
}

describe('a signal during an apply', () => {
  it(
    'in a drain starts the cycle again with its old values and ends with 130',
    async () => {
      const project = await openDrain();
      const apply = project.start('apply', '--yes');
      await waitUntil(() => findCycle(project, running).status === 'Paused', 'the cycle is paused');
      apply.kill('SIGINT');
      expect(await apply).toMatchObject({ exitCode: 130 });
      const { status, variables } = findCycle(project, running);
      expect(status).toBe('Active');
      expect(variables.map(({ value }) => value)).toEqual(['emea']);
      project.emulator.control.advance('2h');
      expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(findCycle(project, running)).toMatchObject({ status: 'Active' });
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );

  it(
    'a second time ends it at once, says so in the next plan, and the next apply repairs',
    async () => {
      const project = await openDrain();
      const apply = project.start('apply', '--yes');
      await waitUntil(() => findCycle(project, running).status === 'Paused', 'the cycle is paused');
      const held = blockRequest(project.emulator, { path: '/v1.0/**', nth: 1 });
      apply.kill('SIGINT');
      await held.hasCome();
      apply.kill('SIGINT');
      const { exitCode, stderr } = await apply;
      expect(exitCode).toBe(130);
      expect(stderr).toContain(
        `a cycle may be left paused; cyclectl resume --status -C ${project.directory} -e local lists it.`,
      );
      expect(findCycle(project, running).status).toBe('Paused');
      project.emulator.control.plantFaults([]);
      const plan = await runInProcess(project, 'plan');
      expect(plan.stdout).toMatch(/contacts-to-files\s+was paused by cyclectl/);
      const drift = await runInProcess(project, 'drift');
      expect(drift).toMatchObject({ exitCode: 0 });
      expect(drift.stdout).toContain('was paused by cyclectl');
      project.emulator.control.advance('2h');
      expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(findCycle(project, running)).toMatchObject({ status: 'Active' });
    },
    slowTestMs,
  );

  it(
    'between two operations begins no new one and ends with 143',
    async () => {
      const project = await openRemoteProject();
      const held = await holdRequest(project, { method: 'PUT', path: /^\/v1\.0\/steps\// });
      // One account alone, so that every write that follows would be a new one.
      const apply = project.start('apply', '--yes', '--select', 'account=northwind');
      let shown = '';
      apply.stderr.on('data', (text) => {
        shown += String(text);
      });
      await held.hasCome;
      const before = countWrites(project);
      apply.kill('SIGTERM');
      await waitUntil(() => shown.includes('starting no new ones'), 'it has the signal');
      held.letGo();
      const { exitCode, stdout } = await apply;
      expect(exitCode).toBe(143);
      expect(countWrites(project)).toBe(before + 1);
      expect(String(stdout).replaceAll(/\s+/g, ' ')).toContain(
        `To resume: cyclectl resume -C ${project.directory} -e local`,
      );
      const status = (await runInProcess(project, 'resume', '--status')).stdout.replaceAll(
        /\s+/g,
        ' ',
      );
      expect(status).toContain('was stopped: 0 of 1 account done, 1 in progress');
      const history = (await runInProcess(project, 'history')).stdout.replaceAll(/\s+/g, ' ');
      expect(history).toContain('stopped: 0 of 1 account done, 1 in progress');
      expect(await runInProcess(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect((await runInProcess(project, 'resume', '--status')).stdout).toBe(
        'No unfinished work.',
      );
      expect(
        await runInProcess(project, 'plan', '--exit-code', '--select', 'account=northwind'),
      ).toMatchObject({
        exitCode: 0,
      });
    },
    slowTestMs,
  );

  it(
    'while it plans ends it at once, with nothing written',
    async () => {
      const project = await openRemoteProject();
      const held = blockRequest(project.emulator, {
        method: 'GET',
        path: '/v1.0/accounts',
        nth: 1,
      });
      const apply = project.start('apply', '--yes');
      await held.hasCome();
      apply.kill('SIGTERM');
      expect(await apply).toMatchObject({ exitCode: 143 });
      expect(countWrites(project)).toBe(0);
    },
    slowTestMs,
  );

  it(
    'while it asks ends it at once, with nothing written',
    async () => {
      const project = await copyExample('quickstart');
      const asking = await openPty({
        file: 'cyclectl',
        args: ['apply'],
        directory: project.directory,
      });
      await asking.read(/Only "yes" is accepted/);
      asking.type('\u0003');
      expect(await asking.ended).toBe(130);
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
    },
    slowTestMs,
  );
});

function countWrites({ emulator }: Remote): number {
  return emulator
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1.0/')).length;
}

describe('a signal to a command that only looks', () => {
  it.each([
    ['plan', 'SIGINT', 130],
    ['drift', 'SIGTERM', 143],
  ] as const)(
    'ends %s at once on %s with %i',
    async (command, signal, exitCode) => {
      const project = await openRemoteProject();
      const held = blockRequest(project.emulator, {
        method: 'GET',
        path: '/v1.0/accounts',
        nth: 1,
      });
      const run = project.start(command);
      await held.hasCome();
      run.kill(signal);
      expect(await run).toMatchObject({ exitCode });
      expect(countReads(project, /accounts$/)).toBe(1);
    },
    slowTestMs,
  );
});

describe('a signal to the service as a server', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'ends it on %s with %i, and lets its data folder go',
    async (signal, exitCode) => {
      const project = await copyExample('quickstart');
      const args = ['emulator', '--world', `${project.directory}/world.yaml`];
      const data = ['--data', `${project.directory}/data`];
      for (const _ of ['first', 'second']) {
        const server = project.start(...args, ...data);
        let ready = '';
        server.stdout.on('data', (text) => {
          ready += String(text);
        });
        await waitUntil(() => ready.endsWith('\n'), 'it is ready');
        const { url, appsUrl, ...credentials } = JSON.parse(ready);
        expect(Object.keys(credentials)).toEqual(['clientId', 'clientSecret']);
        expect((await fetch(`${url}/v1.0/accounts`)).status).toBe(401);
        expect((await fetch(`${appsUrl}/crm/contacts`)).status).toBe(401);
        expect(await (await fetch(`${appsUrl}/nobody`)).text()).toContain('no such app');
        server.kill(signal);
        expect(await server).toMatchObject({ exitCode });
      }
    },
    slowTestMs,
  );
});

it('ends with 1 and a message on an unhandled rejection', async () => {
  const project = await copyExample('quickstart');
  const throwing = `data:text/javascript,${encodeURIComponent(`
    const { write } = process.stdout;
    process.stdout.write = (...ready) => {
      setImmediate(() => { throw new Error('out of nowhere') });
      return write.apply(process.stdout, ready);
    };`)}`;
  const argv = [
    '--import',
    throwing,
    programPath,
    'emulator',
    '--world',
    `${project.directory}/world.yaml`,
  ];
  const { exitCode, stderr } = await execa(process.execPath, argv, { reject: false });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/Internal error of cyclectl.*\n.*out of nowhere/);
  expect(stderr).not.toContain('Node.js v');
});
