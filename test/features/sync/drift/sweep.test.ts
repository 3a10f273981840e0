import { beforeEach, expect, it } from 'vitest';
import { runProgram } from '../../../../src/cli/run-program.ts';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { HastyTimer } from '../../../service/open-for-test.ts';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, runInProcess } from '../../../support/run-in-process.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';

let project: Project & { readonly emulator: Emulator };

beforeEach(async () => {
  project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
});

/** Time that passes with each look at it: a minute. */
class FastTimer extends HastyTimer {
  #looks = 0;

  override nowMs(): number {
    this.#looks += 1;
    return super.nowMs() + this.#looks * 60_000;
  }
}

/** One run of drift whose budget is over after the first account. */
async function sweep(...args: readonly string[]) {
  const { context, out } = openRecordedContext(project.environment, 'cyclectl drift');
  const argv = ['-C', project.directory, 'drift', '--oldest-first', ...args];
  const timer = new FastTimer();
  const exitCode = await runProgram({ ...context, timer }, { argv, endedBy: () => null });
  return { exitCode, out: out().replaceAll(/\s+/g, ' ') };
}

function read(out: string) {
  const { accounts, run } = JSON.parse(out);
  return {
    compared: accounts.map(({ account }: { account: string }) => account),
    left: run.left,
    trend: run.trend.length,
  };
}

async function changeContoso(): Promise<void> {
  const account = quickstartIds.contoso;
  const path = `/v1.0/accounts/${findDumped(project.emulator, account)?.id}`;
  await consoleRequest(project.emulator, { method: 'PUT', path, account, body: { Name: 'Other' } });
}

it('begins with the accounts that the run before did not come to, in turn', async () => {
  const json = ['--budget', '1s', '--format', 'json'];
  const first = read((await sweep(...json)).out);
  expect(first).toEqual({ compared: ['contoso'], left: ['northwind'], trend: 0 });
  const second = read((await sweep(...json)).out);
  expect(second).toEqual({ compared: ['northwind'], left: ['contoso'], trend: 0 });
  expect(read((await sweep(...json)).out).compared).toEqual(['contoso']);
  // A run without a budget is a look at all, and the only one over the whole fleet.
  expect(read((await sweep('--format', 'json')).out)).toMatchObject({ trend: 1 });
  expect(read((await sweep(...json)).out).compared).toEqual(['contoso']);
});

it('names what it did not compare, and exits by what it did', async () => {
  await changeContoso();
  const first = await sweep('--budget', '1s');
  expect(first.exitCode).toBe(2);
  expect(first.out).toContain(
    '1 account was not compared within --budget, and the next run begins with it: northwind.',
  );
  const second = await sweep('--budget', '1s');
  expect(second.exitCode).toBe(0);
  expect(second.out).toContain('No drift in what was compared');
  expect(second.out).not.toContain('in sync');
});

it('counts an account that could not be read as looked at, so that it holds up no other', async () => {
  const cycle = findDumped(project.emulator, quickstartIds.contoso)?.cycles[0]?.id ?? '';
  const path = `/v1.0/cycles/${cycle}/**`;
  project.emulator.control.plantFaults([{ method: 'GET', path, do: 'status', status: 400 }]);
  expect((await sweep('--budget', '1s')).exitCode).toBe(1);
  expect((await sweep('--budget', '1s')).exitCode).toBe(0);
});

it('compares each account in exactly one part, and says what it left out', async () => {
  await changeContoso();
  const parts = ['1/4', '2/4', '3/4', '4/4'];
  const runs = await Promise.all(
    parts.map((part) => runOnOneLine(project, 'drift', '--shard', part, '--format', 'json')),
  );
  const reports = runs.map(({ stdout }) => JSON.parse(stdout));
  expect(
    reports
      .flatMap((each) => each.accounts)
      .map((each) => each.account)
      .sort(),
  ).toEqual(['contoso', 'northwind']);
  expect(reports.map(({ run }) => run.shard)).toEqual(parts);
  expect(reports.map(({ run }) => run.accounts + run.skipped)).toEqual([2, 2, 2, 2]);
  expect(reports.filter(({ run }) => run.outsideGit.kind === 'looked-at')).toEqual([reports[0]]);
  expect(runs.filter(({ exitCode }) => exitCode === 2)).toHaveLength(1);
  const { text } = await runOnOneLine(project, 'drift', '--shard', '1/3', '--select', 'account=*');
  expect(text).toMatch(/2 accounts excluded by --select and --shard 1\/3/);
  expect(text).toContain('Accounts without a manifest: ');
});

it.each([
  [['--shard', '0/3'], 'Write a part and the number of parts'],
  [['--shard', '4/3'], 'Write a part and the number of parts'],
  [['--budget', '10m'], '--budget needs --oldest-first'],
  [['--shard', '1/3', '--revert'], '--shard is about the findings of drift'],
  [['--oldest-first', '--adopt'], '--oldest-first is about the findings of drift'],
] as const)('drift refuses %j', async (args, says) => {
  const { exitCode, text } = await runOnOneLine(project, 'drift', ...args);
  expect(exitCode).toBe(1);
  expect(text).toContain(says);
});
