import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../support/begin-project.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { copyExample, openRemoteProject, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess, runLine } from '../../support/run-in-process.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import { quickstartIds } from '../../worlds/quickstart.ts';
import { openPty, type Pty } from './open-pty.ts';

const enter = '\r';
const down = '\u001b[B';
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command in a terminal, and then prints its exit code and the state of the terminal. */
function runInTerminal(
  directory: string,
  command: string,
  {
    columns = 100,
    environment = {},
  }: { columns?: number; environment?: Record<string, string> } = {},
): Promise<Pty> {
  const args = ['-c', `${command}; echo "code=$?"; stty -a`];
  return openPty({ file: 'sh', args, directory, columns, environment });
}

/** Waits for the end, and expects the terminal as it was before. Returns the exit code. */
async function readEnd(pty: Pty): Promise<number> {
  await pty.ended;
  const [, code, state = ''] = /code=(\d+)([\s\S]*)$/.exec(pty.output()) ?? [];
  expect(state).toMatch(/(?<!-)icanon/);
  expect(state).toMatch(/(?<!-)echo /);
  const shown = pty.output().lastIndexOf(showCursor);
  expect(shown).toBeGreaterThanOrEqual(pty.output().lastIndexOf(hideCursor));
  return Number(code);
}

function readLines(pty: Pty): readonly string[] {
  return stripVTControlCharacters(pty.output()).split(/\r?\n/);
}

function findRepeat(pty: Pty): string {
  const line = readLines(pty).find((each) => each.startsWith('To repeat without questions:'));
  return line?.slice(line.indexOf('cyclectl')) ?? '';
}

describe('A question in a terminal', () => {
  it('is answered by arrow keys and by typing, and its line repeats it elsewhere', async () => {
    const directory = await makeFolder();
    const pty = await runInTerminal(directory, 'cyclectl -C own init > out', { columns: 300 });
    await pty.read(/Which service is it for\?/);
    pty.type(down + enter);
    await pty.read(/URL of its API/);
    pty.type(`api.example.com${enter}`);
    await pty.read(/must start with https/);
    pty.type(`\u0015https://api.example.com${enter}`);
    await pty.read(/Header that selects/);
    pty.type(enter);
    await pty.read(/Which accounts/);
    pty.type(down + down + enter);
    await pty.read(/Its id in the service/);
    pty.type(`Northwind_8812${enter}`);
    await pty.read(/Its key[\s\S]*northwind-8812/);
    pty.type(enter);
    await pty.read(/Name of its environment[\s\S]*prod/);
    pty.type(enter);
    await pty.read(/Name of the project[\s\S]*own/);
    pty.type(enter);
    expect(await readEnd(pty)).toBe(0);
    const files = await readAll(join(directory, 'own'));
    expect(files['accounts/northwind-8812.yaml']).toContain('id: Northwind_8812');
    // Data alone is on stdout.
    expect((await readAll(directory)).out).not.toContain('Which service');
    const other = { directory: join(directory, 'other'), environment: {} };
    expect((await runLine(findRepeat(pty), other)).exitCode).toBe(0);
    expect(await readAll(other.directory)).toEqual(files);
  });

  it.each([
    { key: '\u0003', name: 'Ctrl-C', code: 130, says: 'Interrupted.' },
    { key: '\u001b', name: 'Esc', code: 130, says: 'Interrupted.' },
    { key: '\u0004', name: 'Ctrl-D', code: 1, says: 'nothing was written' },
  ])(
    'ends by $name at a list with code $code, a terminal as before and nothing written',
    async ({ key, code, says }) => {
      const directory = await makeFolder();
      const pty = await runInTerminal(directory, 'cyclectl init');
      await pty.read(/Which service is it for\?/);
      pty.type(key);
      expect(await readEnd(pty)).toBe(code);
      expect(pty.output()).toContain(says);
      expect(await readdir(directory)).toEqual([]);
    },
  );

  it.each([
    { key: '\u0003', name: 'Ctrl-C', code: 130 },
    { key: '\u0004', name: 'Ctrl-D', code: 1 },
  ])(
    'ends by $name in the middle of a text with code $code and nothing written',
    async ({ key, code }) => {
      const directory = await makeFolder();
      const pty = await runInTerminal(directory, 'cyclectl init');
      await pty.read(/Which service is it for\?/);
      pty.type(down + enter);
      await pty.read(/URL of its API/);
      pty.type('https://api');
      await pty.read(/https:\/\/api/);
      pty.type(key);
      expect(await readEnd(pty)).toBe(code);
      expect(await readdir(directory)).toEqual([]);
    },
  );

  it('leaves a terminal as before when the program is terminated', async () => {
    const directory = await makeFolder();
    const command = 'sh -c \'echo "pid=$$"; exec cyclectl init\'';
    const asking = await runInTerminal(directory, command);
    const [, pid] = /pid=(\d+)/.exec(await asking.read(/pid=\d+/)) ?? [];
    await asking.read(/Which service is it for\?/);
    process.kill(Number(pid), 'SIGTERM');
    expect(await readEnd(asking)).toBe(143);
    expect(await readdir(directory)).toEqual([]);
  });

  it('fits into 60 columns', async () => {
    const { directory, environment } = await copyExample('quickstart');
    expect(await runInProcess({ directory, environment }, 'apply', '--yes')).toMatchObject({
      exitCode: 0,
    });
    const text = JSON.stringify({ AuditInfo: 'A long text. '.repeat(12) });
    const change = ['emulator', 'request', 'PUT', '/v1.0/accounts/northwind-8812', text];
    expect((await runInProcess({ directory, environment }, ...change)).exitCode).toBe(0);
    const pty = await runInTerminal(directory, 'cyclectl drift --answer', {
      columns: 60,
      environment,
    });
    await pty.read(/Leave it as it is[\s\S]*to select|Leave it as it is/);
    const lines = readLines(pty).map((line) => line.replace(/^.*\r/, '').length);
    expect(Math.max(...lines)).toBeLessThanOrEqual(60);
    pty.type(enter);
    expect(await readEnd(pty)).toBe(0);
  });

  it.each([
    { how: '--no-color', flags: ' --no-color', environment: {} },
    { how: 'NO_COLOR', flags: '', environment: { NO_COLOR: '1' } },
  ])('has no colors with $how, and shows where it is', async ({ flags, environment }) => {
    const project = await copyExample('quickstart');
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const pty = await runInTerminal(project.directory, `cyclectl destroy${flags}`, {
      environment: { ...project.environment, ...environment },
    });
    await pty.read(/Destroy which accounts\?/);
    await pty.read(/Tab/);
    expect(pty.output()).toContain('(contoso');
    pty.type(down);
    await pty.read(/northwind \(northwind-8812\)/);
    expect(
      pty
        .output()
        .split('\u001b[')
        .filter((each) => /^\d*m/.test(each)),
    ).toEqual([]);
    pty.type('\u0003');
    expect(await readEnd(pty)).toBe(130);
  });

  it('is searched by typing where there is much to choose from', async () => {
    const project = await copyExample('fleet');
    const { directory, environment } = project;
    const table = 'fleets/customers.csv';
    const rows = (await readProjectFile(project, table)).split('\n');
    const kept = rows.filter(
      (row) => /^(?:name|north-01\d),/.test(row) || /^north-02\d,/.test(row),
    );
    await project.write(table, `${kept.join('\n')}\n`);
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const pty = await runInTerminal(directory, 'cyclectl destroy', { environment, columns: 300 });
    await pty.read(/Destroy which accounts\?/);
    pty.type('17');
    await pty.read(/1 match/);
    pty.type('\t');
    await pty.read(/◼\S* north-017/);
    pty.type(enter);
    await pty.read(/too-many-deletes/);
    expect(await readEnd(pty)).toBe(1);
    expect(findRepeat(pty)).toBe('cyclectl destroy north-017');
  });

  it('shows the control characters of names', async () => {
    const project = await openRemoteProject();
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const forget = ['state', 'forget', 'northwind/cycles/contacts-to-mailer', '--yes'];
    expect(await runInProcess(project, ...forget)).toMatchObject({ exitCode: 0 });
    const { emulator, environment } = project;
    const account = quickstartIds.northwind;
    const cycles = (await consoleRequest(emulator, {
      method: 'GET',
      path: '/v1.0/cycles',
      account,
    })) as readonly { readonly Id: string; readonly Name: string }[];
    const mailer = cycles.find(({ Name }) => Name === 'Contacts to mailer');
    const path = `/v1.0/cycles/${mailer?.Id}`;
    const body = { Name: 'evil\u001b[2J\u202eliam', Tags: [] };
    await consoleRequest(emulator, { method: 'PUT', path, account, body });
    const pty = await runInTerminal(
      project.directory,
      'cyclectl adopt northwind/cycles/contacts-to-mailer',
      { environment },
    );
    await pty.read(/to which cycle of the service\?/);
    await pty.read(/evil\\u\{1b\}\[2J\\u\{202e\}liam/);
    expect(pty.output()).not.toContain('\u001b[2J');
    expect(pty.output()).not.toContain('\u202e');
    pty.type(enter);
    expect(await readEnd(pty)).toBe(0);
    expect(findRepeat(pty)).toBe(
      `cyclectl adopt northwind/cycles/contacts-to-mailer ${mailer?.Id}`,
    );
  });
});

describe('A command that asks', () => {
  it.each([
    { where: 'in CI', command: 'cyclectl init', environment: { CI: 'true' }, says: 'CI is set' },
    {
      where: 'with --no-input',
      command: 'cyclectl init --no-input',
      environment: {},
      says: '--no-input asks nothing',
    },
    {
      where: 'with a pipe for input',
      command: 'echo local | cyclectl init',
      environment: {},
      says: 'there is no terminal to ask on',
    },
    {
      where: 'with a file for messages',
      command: 'cyclectl init 2> ../said; cat ../said; false',
      environment: {},
      says: 'there is no terminal to ask on',
    },
  ])('asks nothing $where', async ({ command, environment, says }) => {
    const directory = join(await makeFolder(), 'in');
    const pty = await openPty({
      file: 'sh',
      args: ['-c', `mkdir in; cd in; ${command}`],
      directory: join(directory, '..'),
      environment,
    });
    expect(await pty.ended).not.toBe(0);
    expect(stripVTControlCharacters(pty.output()).replaceAll(/\s+/g, ' ')).toContain(says);
    expect(pty.output()).not.toContain('Which service');
    expect(await readdir(directory)).toEqual([]);
  });

  it('asks nothing with --yes', async () => {
    const project = await copyExample('quickstart');
    const { directory, environment } = project;
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const words = JSON.stringify({ Timezone: 'Asia/Kolkata' });
    const change = ['emulator', 'request', 'PUT', '/v1.0/accounts/northwind-8812', words];
    expect((await runInProcess(project, ...change)).exitCode).toBe(0);
    const pty = await runInTerminal(directory, 'cyclectl drift --adopt --yes', { environment });
    expect(await readEnd(pty)).toBe(0);
    expect(pty.output()).not.toContain('Adopt which');
    expect((await readAll(directory))['accounts/northwind.yaml']).toContain('Asia/Kolkata');
  });
});
