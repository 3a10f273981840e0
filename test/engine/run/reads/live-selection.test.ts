import { beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

// Northwind has a cycle that waits, paused, and one that runs; contoso has one that runs.

let project: Project & { readonly emulator: Emulator };

beforeAll(async () => {
  project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  for (const account of Object.values(quickstartIds)) {
    const path = `/v1.0/accounts/${findDumped(project.emulator, account)?.id}`;
    const body = { Name: 'Other' };
    await consoleRequest(project.emulator, { method: 'PUT', path, account, body });
  }
}, 60_000);

const run = (...args: readonly string[]) => runOnOneLine(project, ...args);

async function readReport(...args: readonly string[]) {
  const { exitCode, stdout } = await run(...args, '--format', 'json');
  const { run: frame, accounts } = JSON.parse(stdout);
  const keys = accounts.map((each: { account?: string; plan?: { account: string } }) =>
    each.plan === undefined ? each.account : each.plan.account,
  );
  return { exitCode, keys, skipped: frame.skipped ?? frame.summary.skipped };
}

describe.each(['status', 'drift', 'plan'])('%s', (command) => {
  it.each([
    ['state=paused', ['northwind'], 1],
    ['!state=paused', ['contoso'], 1],
    ['cycle=contacts-to-files,state=paused', [], 2],
    ['health=healthy', ['contoso', 'northwind'], 0],
    ['!health=unhealthy', ['contoso'], 1],
    ['health=signed-out,account=northwind', ['northwind'], 1],
  ])('with %s is about %j, and counts the others', async (select, keys, skipped) => {
    expect(await readReport(command, '--select', select)).toMatchObject({ keys, skipped });
  });

  it('keeps an account that could not be read', async () => {
    const id = findDumped(project.emulator, quickstartIds.contoso)?.id;
    project.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles', do: 'status', status: 400 },
    ]);
    const found = await readReport(command, '--select', 'state=gone');
    project.emulator.control.plantFaults([]);
    expect(id).toBeDefined();
    expect(found).toEqual({ exitCode: 1, keys: ['contoso', 'northwind'], skipped: 0 });
  });
});

it('decides the exit code of drift by the accounts that are left', async () => {
  expect(await run('drift', '--select', 'state=paused')).toMatchObject({ exitCode: 2 });
  const none = await run('drift', '--select', 'health=errors');
  expect(none).toMatchObject({ exitCode: 0 });
  expect(none.text).toContain('2 accounts excluded by --select');
});

it.each([
  ['apply', '--yes'],
  ['drift', '--revert'],
  ['undo', '--yes'],
  ['verify'],
  ['adopt', '--all'],
])('is refused by %s %s, which says where it works', async (...args) => {
  const refused = await run(...args, '--select', 'state=paused');
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.text).toContain('they work with cyclectl status, drift and plan');
});

it('is refused where a plan does not read the accounts', async () => {
  const refused = await run('plan', '--select', 'state=paused', '--refresh', 'lists');
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.text).toContain('Remove --refresh.');
});

it.each([
  ['run', '--yes'],
  ['drift', '--accept', '--reason', 'agreed'],
])('%s takes no cycle, because it would act on all of the account', async (...args) => {
  const refused = await run(...args, '--select', 'cycle=contacts-to-files');
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.text).toContain('would do more here than it seems to');
});

it('saves a plan of these accounts, which apply takes', async () => {
  const file = `${project.directory}/paused.json`;
  const planned = await run('plan', '--select', 'state=paused', '--out', file);
  expect(planned).toMatchObject({ exitCode: 0 });
  expect(planned.text).toContain('1 account excluded by --select');
  expect(await run('apply', file)).toMatchObject({ exitCode: 0 });
  expect(await readReport('drift')).toMatchObject({ exitCode: 2 });
  expect(findDumped(project.emulator, quickstartIds.northwind)?.name).not.toBe('Other');
  expect(findDumped(project.emulator, quickstartIds.contoso)?.name).toBe('Other');
}, 60_000);
