import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Project } from '../support/run-cyclectl.ts';
import { readTimezone, runOnOneLine } from '../support/run-on-one-line.ts';
import { openHeldProject } from './open-held-project.ts';

// A store, a saved plan and the data of an emulator that 0.1.0 left behind, applied by the code of now. They are never
// made again: what fails here fails for everybody who has such files.

async function read(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, text } = await runOnOneLine(project, ...args, '--format', 'json');
  return { exitCode, text, data: JSON.parse(stdout) };
}

describe('what looks', () => {
  let project: Project;

  beforeAll(async () => {
    project = await openHeldProject();
  });

  it('resume --status finds the run that died, its pause and its create', async () => {
    const { exitCode, data } = await read(project, 'resume', '--status');
    expect(exitCode).toBe(0);
    expect(data.runs).toMatchObject([
      { id: '20260115T110007999Z-2e3f8b', command: 'apply', isWorking: false },
    ]);
    expect(data.objects).toMatchObject([
      { address: 'fabrikam/cycles/contacts', kind: 'pause', person: null },
      { address: 'tailspin/cycles/mirror', kind: 'create', person: null },
    ]);
    expect(data.locks).toMatchObject([{ account: 'tailspin', fence: 1, isStale: true }]);
  });

  it('drift reports the direction of each difference since those applies, and since when', async () => {
    const { exitCode, data } = await read(project, 'drift');
    expect(exitCode).toBe(2);
    const items = data.accounts.flatMap(({ items }: { items: readonly object[] }) => items);
    expect(items).toMatchObject([
      { address: 'adventure', path: 'displayName', kind: 'field', moved: 'live' },
      {
        address: 'contoso',
        path: 'displayName',
        moved: 'both',
        since: '2026-01-15T10:00:08.442Z',
        before: { value: 'Contoso' },
        now: { value: 'Contoso Ltd' },
        wanted: { value: 'Contoso AG' },
      },
      { path: 'steps/Write file/fields/[orders].[lines].quantity', moved: 'unknown' },
      { address: 'fabrikam/connectors/spare', path: null, kind: 'gone', moved: 'live' },
      { address: 'tailspin/cycles/mirror', path: 'displayName', moved: 'unknown' },
    ]);
  });

  it('plan plans every account from the state, and creates nothing again', async () => {
    const { exitCode, data } = await read(
      project,
      'plan',
      '--allow-deletes',
      '2',
      '--allow-replace',
    );
    expect(exitCode).toBe(0);
    expect(data.run.summary).toMatchObject({
      notPlanned: 0,
      creates: 1,
      replaces: 1,
      deletes: 1,
      adopts: 1,
      secrets: 1,
    });
  });

  it('history has the runs of then', async () => {
    const { data } = await read(project, 'history');
    const ids = data.runs.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([
      '20260115T110007999Z-2e3f8b',
      '20260115T103005130Z-0ce652',
      '20260115T093007062Z-3b7118',
      '20260115T090001943Z-ee15ee',
      '20260115T080002699Z-f53e58',
    ]);
  });
});

it('resume continues with the run that died, and apply does the plan that was saved then', async () => {
  const project = await openHeldProject();
  const resumed = await read(project, 'resume');
  expect(resumed.exitCode, resumed.text).toBe(0);
  expect(resumed.data.accounts).toMatchObject([{ account: 'tailspin' }]);
  const saved = await read(project, 'apply', join(project.directory, 'plan.json'));
  expect(saved.exitCode, saved.text).toBe(0);
  expect(saved.data.run.summary).toMatchObject({ accounts: 2, accountsFailed: 0 });
  // What is left is the pause of then, and what others changed.
  const applied = await read(project, 'apply', '--yes');
  expect(applied.exitCode, applied.text).toBe(0);
  expect(applied.data.accounts.map(({ account }: { account: string }) => account)).toEqual([
    'adventure',
    'fabrikam',
  ]);
  const planned = await read(project, 'plan', '--exit-code');
  expect(planned).toMatchObject({ exitCode: 0, data: { run: { summary: { operations: 0 } } } });
  expect(await read(project, 'drift')).toMatchObject({ exitCode: 0 });
  expect((await read(project, 'resume', '--status')).data).toMatchObject({ runs: [], objects: [] });
});

it('undo takes a run of then back, and the plan of then is refused where one digit of it is another', async () => {
  const other = await openHeldProject();
  expect(await runOnOneLine(other, 'resume')).toMatchObject({ exitCode: 0 });
  const undone = await runOnOneLine(other, 'undo', '20260115T090001943Z-ee15ee', '--yes');
  expect(undone.exitCode, undone.text).toBe(0);
  expect(await readTimezone(other)).toBe('Europe/Berlin');
  await other.edit('plan.json', '"deletes":1', '"deletes":0');
  const { exitCode, text } = await runOnOneLine(other, 'apply', join(other.directory, 'plan.json'));
  expect(exitCode).toBe(1);
  expect(text).toContain('plan-invalid');
});
