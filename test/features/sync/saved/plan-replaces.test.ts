import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallAccount as account } from '../../../support/git-repository.ts';
import { copyExample, copyProject, type Project } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

let started: Project;

/** The quickstart with two small accounts, all applied, and a plan that changes one of them. */
beforeAll(async () => {
  started = await copyExample('quickstart');
  for (const key of ['contoso', 'fabrikam']) await set(started, key, 'Europe/Berlin');
  expect(await runOnOneLine(started, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  await set(started, 'contoso', 'Europe/Rome');
  expect(
    await runOnOneLine(started, 'plan', '--out', join(started.directory, 'old.json')),
  ).toMatchObject({
    exitCode: 0,
  });
});

const set = (project: Project, key: string, zone: string) =>
  project.write(`accounts/${key}.yaml`, account(key, `  timezone: ${zone}\n`));

async function open() {
  const project = await copyProject(started);
  const [old, fresh] = ['old.json', 'fresh.json'].map((name) => join(project.directory, name));
  return { project, old: old ?? '', fresh: fresh ?? '' };
}

describe('plan --replaces', () => {
  it('plans the accounts that the saved plan changes, and none that changed since', async () => {
    const { project, old, fresh } = await open();
    await set(project, 'contoso', 'Europe/Paris');
    await set(project, 'fabrikam', 'Europe/Paris');
    expect(await runOnOneLine(project, 'apply', old)).toMatchObject({ exitCode: 1 });
    const report = join(project.directory, 'plan.md');
    const planned = await runOnOneLine(
      project,
      ...['plan', '--replaces', old, '--out', fresh, '--format', 'json'],
      ...['--report', `markdown=${report}`],
    );
    const { accounts, run } = JSON.parse(planned.stdout);
    expect(accounts.map((each: { plan: { account: string } }) => each.plan.account)).toEqual([
      'contoso',
    ]);
    expect(run).toMatchObject({ replaces: { untouched: 2 }, summary: { skipped: 2 } });
    const left = '2 accounts excluded: the plan that it replaces does not change them';
    const markdown = await readFile(report, 'utf8');
    expect(markdown).toContain(left);
    expect(markdown).not.toContain('--select');
    expect(await runOnOneLine(project, 'apply', fresh)).toMatchObject({ exitCode: 0 });
    const rest = await runOnOneLine(project, 'plan', '--exit-code');
    expect([rest.exitCode, rest.text]).toEqual([2, expect.stringContaining('fabrikam')]);
    expect(rest.text).not.toContain('contoso: ');
    const again = await runOnOneLine(project, 'plan', '--replaces', fresh, '--exit-code');
    expect([again.exitCode, again.text]).toEqual([
      0,
      expect.stringContaining('2 accounts excluded'),
    ]);
  });

  it('accepts no plan with another signature, and none of another kind', async () => {
    const { project, old } = await open();
    const text = await readFile(old, 'utf8');
    const cases = [
      [text.replace('"skipped":0', '"skipped":1'), 'plan-invalid'],
      [text.replace(/"seal":"[^"]*"/, '"seal":"0"'), 'plan-'],
      ['{}', 'plan-invalid'],
    ] as const;
    for (const [changed, code] of cases) {
      expect(changed).not.toBe(text);
      await project.write('old.json', changed);
      const { exitCode, text: said } = await runOnOneLine(project, 'plan', '--replaces', old);
      expect([exitCode, said]).toEqual([1, expect.stringContaining(code)]);
    }
    await project.write('old.json', text);
    const both = await runOnOneLine(project, 'plan', '--replaces', old, '--changed-since', 'main');
    expect(both.exitCode).not.toBe(0);
    await runOnOneLine(project, 'apply', old);
    const undo = join(project.directory, 'undo.json');
    expect(await runOnOneLine(project, 'undo', '--out', undo)).toMatchObject({ exitCode: 0 });
    const undone = await runOnOneLine(project, 'plan', '--replaces', undo);
    expect([undone.exitCode, undone.text]).toEqual([
      1,
      expect.stringContaining('The plan is of cyclectl undo, which cyclectl plan cannot make'),
    ]);
  });
});
