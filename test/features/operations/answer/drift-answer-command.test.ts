import { beforeAll, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runAnswered, runInProcess, runLine } from '../../../support/run-in-process.ts';

const manifest = 'accounts/northwind.yaml';

let drifted: Project;

/** The quickstart, where others changed two managed fields of an account, and one that no manifest has. */
beforeAll(async () => {
  drifted = await copyExample('quickstart');
  expect((await runInProcess(drifted, 'apply', '--yes')).exitCode).toBe(0);
  const body = JSON.stringify({
    Timezone: 'Asia/Kolkata',
    StepDataSuccessRetentionHours: 240,
    AuditInfo: 'by hand',
  });
  const change = ['emulator', 'request', 'PUT', '/v1.0/accounts/northwind-8812', body];
  expect((await runInProcess(drifted, ...change)).exitCode).toBe(0);
});

async function listDrift(project: Project): Promise<readonly string[]> {
  const { stdout } = await runInProcess(project, 'drift', '--format', 'json');
  const { accounts } = JSON.parse(stdout);
  return accounts.flatMap(({ items = [] }: { items?: readonly { path: string }[] }) =>
    items.map(({ path }) => path),
  );
}

it('asks for an answer to each difference, and prints a line for each kind of answer', async () => {
  const project = await copyProject(drifted);
  expect((await listDrift(project)).toSorted()).toEqual([
    'auditInfo',
    'retention/successHours',
    'timezone',
  ]);
  const words = ['drift', '--answer', '--select', 'account=northwind'];
  const first = await runAnswered(project, [], ...words);
  expect(first).toMatchObject({ exitCode: 1, questions: [expect.stringContaining('1/3')] });
  const order = await askAll(project, words);
  const wanted = new Map([
    ['northwind/timezone', 'adopt'],
    ['northwind/retention/successHours', 'ignore'],
    ['northwind/auditInfo', 'accept'],
  ]);
  const answers = order.map((address) => wanted.get(address) ?? 'leave');
  const result = await runAnswered(project, [...answers, '2199-12-31', 'agreed'], ...words);
  expect(result.exitCode, result.stderr).toBe(0);
  const start = `cyclectl -C ${project.directory} drift`;
  expect(result.repeats).toEqual([
    `${start} --adopt northwind/timezone`,
    `${start} --ignore northwind/retention/successHours --until 2199-12-31 --reason agreed`,
    `${start} --accept northwind/auditInfo --reason agreed`,
  ]);
  expect(await listDrift(project)).toEqual([]);
  const copy = await copyProject(drifted);
  for (const line of result.repeats) {
    const again = await runLine(line, copy);
    expect(again.exitCode, again.stderr).toBe(0);
  }
  expect(await readProjectFile(copy, manifest)).toBe(await readProjectFile(project, manifest));
  expect(await listDrift(copy)).toEqual([]);
});

/** The addresses in the order of the questions, all of which are answered with Enter. */
async function askAll(project: Project, words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, questions, repeats } = await runAnswered(project, [null, null, null], ...words);
  expect({ exitCode, repeats }).toEqual({ exitCode: 0, repeats: [] });
  return questions.map((each) => /(northwind\/[\w/]+)/.exec(each)?.[1] ?? '');
}

it('saves the plan of a revert, and leaves what is to be left', async () => {
  const project = await copyProject(drifted);
  const words = ['drift', '--answer'];
  const order = await askAll(project, words);
  const answers = order.map((each) => (each === 'northwind/timezone' ? 'revert' : null));
  const file = `${project.directory}/back.json`;
  const result = await runAnswered(project, [...answers, file], ...words);
  expect(result.exitCode, result.stderr).toBe(0);
  expect((await runInProcess(project, 'apply', file)).exitCode).toBe(0);
  expect((await listDrift(project)).toSorted()).toEqual(['auditInfo', 'retention/successHours']);
});

it('asks about equal changes of several accounts once', async () => {
  const project = await copyExample('fleet');
  expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
  for (const name of ['north-016', 'north-017', 'north-018']) {
    const body = JSON.stringify({ StepDataSuccessRetentionHours: name === 'north-018' ? 24 : 240 });
    const change = ['emulator', 'request', 'PUT', `/v1.0/accounts/${name}.example`, body];
    expect((await runInProcess(project, ...change)).exitCode).toBe(0);
  }
  const result = await runAnswered(project, ['adopt', 'leave'], 'drift', '--answer');
  expect(result.exitCode, result.stderr).toBe(0);
  expect(result.questions).toHaveLength(2);
  expect(result.questions[0]).toMatch(/north-016\/\S+ and 1 other account likewise/);
  expect(result.repeats[0]).toMatch(/--adopt north-016\/\S+ north-017\/\S+$/);
}, 60_000);

it('is refused where nothing can be asked, with the options to pass instead', async () => {
  const project = await copyProject(drifted);
  const { exitCode, stderr } = await runInProcess(project, 'drift', '--answer');
  expect(exitCode).toBe(1);
  const text = stderr.replaceAll(/\s+/g, ' ');
  expect(text).toContain('--answer asks questions, and there is no terminal to ask on');
  expect(text).toContain('Pass --revert, --adopt, --accept or --ignore');
});

it('is named below the findings at a terminal alone', async () => {
  const project = await copyProject(drifted);
  const asked = await runAnswered(project, [], 'drift');
  expect(asked).toMatchObject({ exitCode: 2, questions: [] });
  expect(asked.stderr).toContain(`cyclectl drift -C ${project.directory} --answer`);
  expect((await runInProcess(project, 'drift')).stderr).not.toContain('--answer');
});
