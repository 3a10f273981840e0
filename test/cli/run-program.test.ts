import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/run-program.ts';
import { forgetOpened } from '../canaries/forget-opened.ts';
import { findCanaries } from '../canaries/register.ts';
import {
  copyExample,
  openRemoteProject,
  type Project,
  readProjectFile,
} from '../support/run-cyclectl.ts';
import { openRecordedContext, startInProcess } from '../support/run-in-process.ts';

/** Runs the program in this process as a reader of data does. */
async function readData(project: Pick<Project, 'directory'>, ...argv: readonly string[]) {
  const talk = startInProcess({ ...project, environment: {} }, ...argv, '--format', 'json');
  const { exitCode: code, stdout, stderr: said } = await talk.ended;
  return { code, said, document: JSON.parse(stdout) };
}

const means = 'an error, a refusal, or a step that could not be done';

describe('A reader of --format json', () => {
  let project: Project;

  beforeAll(async () => {
    project = await copyExample('quickstart');
    await project.write('a.json', '{}');
  });

  it.each([
    ['there is no project', ['plan', '-C', '/nowhere/at-all'], 'project-missing'],
    ['there is no such environment', ['plan', '-e', 'prod'], 'environment-unknown'],
    ['the name of the environment is empty', ['apply', '-e', ''], 'environment-unknown'],
    ['nothing is like the selection', ['drift', '--select', 'account=none'], 'selection-empty'],
    ['the selection means nothing', ['apply', '--select', 'none'], 'selection-invalid'],
    ['there is nothing at the address', ['state', 'show', 'northwind'], 'not-remembered'],
    ['the address is none', ['call', 'northwind', 'Ping'], 'cannot-run'],
    ['the plan is not there', ['apply', 'gone.json'], 'cannot-run'],
    ['an option is unknown', ['plan', '--hurry'], 'wrong-usage'],
    ['an argument lacks', ['state', 'show'], 'wrong-usage'],
    ['no command is named', [], 'wrong-usage'],
  ])('has the reason if %s', async (_what, argv, code) => {
    const read = await readData(project, ...argv);
    expect(read.code).toBe(1);
    expect(read.document).toMatchObject({
      format: 'cyclectl.dev/report/v1',
      kind: 'refused',
      run: {
        exit: { code: 1, means },
        diagnostics: [{ code, severity: 'error', summary: expect.stringMatching(/^(?!error)./) }],
      },
    });
    expect(read.said).not.toBe('');
  });

  it('has the reason if the plan is invalid or for another service', async () => {
    const run = (...argv: readonly string[]) => readData(project, ...argv);
    const broken = await run('apply', join(project.directory, 'a.json'));
    expect(broken.document).toMatchObject({
      kind: 'refused',
      run: { diagnostics: [{ severity: 'error' }] },
    });
    const file = join(project.directory, 'plan.json');
    expect((await run('plan', '--out', file)).document.kind).toBe('plan');
    const late = await run('apply', file, '--rewrite');
    expect(late.document.run.diagnostics).toMatchObject([
      { code: 'cannot-run', summary: expect.stringContaining('made without --rewrite') },
    ]);
    await project.edit('cyclectl.yaml', 'world.yaml', './world.yaml');
    const elsewhere = await run('apply', file);
    expect(elsewhere).toMatchObject({
      code: 1,
      document: {
        kind: 'apply',
        run: { notBegun: 'refused', diagnostics: [{ code: 'plan-elsewhere' }] },
      },
    });
    await project.edit('cyclectl.yaml', './world.yaml', 'world.yaml');
  });

  it('has the reason if credentials are missing or policy refuses the plan', async () => {
    const remote = await openRemoteProject();
    const lacking = await readData(remote, 'drift');
    expect(lacking.document.run.diagnostics).toEqual([
      expect.objectContaining({
        code: 'cannot-run',
        summary: expect.stringContaining('$SVC_CLIENT_SECRET is not set'),
      }),
    ]);
    const here = await copyExample('quickstart');
    expect(await readData(here, 'apply', '--yes')).toMatchObject({ code: 0 });
    const [before = ''] = (await readProjectFile(here, 'accounts/contoso.yaml')).split('  cycles:');
    await here.write('accounts/contoso.yaml', `${before}  cycles: {}\n`);
    for (const argv of [['plan'], ['apply', '--yes']]) {
      const { code, document } = await readData(here, ...argv);
      expect(code).toBe(1);
      expect(document.run.diagnostics).toMatchObject([{ severity: 'error' }]);
    }
  });

  it('has missing arguments as data', async () => {
    const here = await copyExample('quickstart');
    await readData(here, 'apply', '--yes', '--select', 'account=contoso');
    const app = 'contoso/connectors/app';
    const { document } = await readData(here, 'state', 'forget', app, '--yes');
    expect(document).toMatchObject({ kind: 'state', forgotten: [app] });
  });

  it('gets one document alone where the command has its own', async () => {
    await rm(join(project.directory, 'secrets'), { recursive: true });
    const { code, document } = await readData(project, 'plan');
    expect([code, document.kind, document.run.diagnostics]).toEqual([1, 'plan', []]);
    await project.edit('accounts/contoso.yaml', 'retention:', 'retension:');
    const invalid = await readData(project, 'validate');
    expect(invalid).toMatchObject({ code: 1, document: { kind: 'validate' } });
  });
});

it('shows of a mistake of its own where it was made, and no secret that is in its words', async () => {
  forgetOpened();
  const { directory, environment, emulator } = await openRemoteProject();
  const { clientSecret } = emulator.credentials;
  for (const spelt of [
    clientSecret,
    JSON.stringify(clientSecret),
    Buffer.from(clientSecret).toString('base64'),
  ]) {
    const { context, said } = openRecordedContext(environment);
    const out = async () => {
      throw new Error(`this was ${spelt} all along`);
    };
    const failing = { ...context, terminal: { ...context.terminal, out } };
    const argv = ['-C', directory, 'plan', '--format', 'json'];
    expect(await runProgram(failing, { argv, endedBy: () => null })).toBe(1);
    expect(said(), said()).toMatch(
      /Internal error of cyclectl.*\n.*this was \S*\[secret\]\S* all along\n +at /,
    );
    const reported = [...context.reported].map(({ summary }) => summary);
    expect(reported).toEqual([expect.stringContaining('[secret]')]);
    expect(findCanaries(`${said()} ${reported}`)).toEqual([]);
  }
});
