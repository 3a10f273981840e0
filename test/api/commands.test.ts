import { access, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';
import { expect, it } from 'vitest';
import { apply, drift, type PlanResult, plan } from '../../src/index.ts';
import { put } from '../emulator/support/start-emulator.ts';
import { findReportFaults } from '../schemas/validators.ts';
import { copyExample, openRemoteProject } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { openConsoleUser } from '../worlds/console/console-user.ts';
import { openLibrary, readAll, readText } from './open-library.ts';

/** A document without what differs from run to run. */
function withoutMade(text: string): unknown {
  const { made: _, run, ...document } = JSON.parse(text);
  const { cost: _cost, at: _at, trend: _trend, ...frame } = run;
  return { ...document, run: frame };
}

it('a plan, an apply and a drift are the documents that the commands print', async () => {
  const project = await openRemoteProject();
  const library = await openLibrary(project);
  const printed = async (...args: readonly string[]) =>
    (await runInProcess(project, ...args, '--format', 'json')).stdout;

  const planned = await plan(library);
  expect(planned).toMatchObject({ outcome: 'changes', exitCode: 2, diagnostics: [] });
  expect(planned.report.kind).toBe('plan');
  const text = await readText(planned.json());
  expect(findReportFaults(text)).toEqual([]);
  expect(withoutMade(text)).toEqual(withoutMade(await printed('plan')));
  const accounts = await readAll(planned.report.accounts());
  expect(JSON.parse(JSON.stringify(accounts))).toMatchObject(
    JSON.parse(text).accounts.map(({ kind }: { kind: string }) => ({ kind })),
  );
  await planned.close();

  const applied = await apply(library, { yes: true });
  expect(applied).toMatchObject({ outcome: 'applied', exitCode: 0 });
  expect(findReportFaults(await readText(applied.json()))).toEqual([]);
  await applied.close();
  expect(await apply(library, { yes: true })).toMatchObject({ outcome: 'nothing-to-do' });
  expect(await plan(library)).toMatchObject({ outcome: 'nothing-to-do', exitCode: 0 });

  const looked = await drift(library);
  expect(looked).toMatchObject({ outcome: 'in-sync', exitCode: 0 });
  expect(withoutMade(await readText(looked.json()))).toEqual(withoutMade(await printed('drift')));
  const { caller } = await openConsoleUser(project.emulator);
  await put(caller, '/accounts/northwind-8812', { Name: 'Other' });
  const moved = await drift(library);
  expect(moved).toMatchObject({ outcome: 'drift', exitCode: 2 });
  if (moved.report.kind !== 'drift') throw new Error('no report of drift');
  expect(moved.report.run.items).toBe(1);
  const [found] = (await readAll(moved.report.accounts())).filter(
    (each) => each.kind === 'read' && each.items.length > 0,
  );
  expect(found).toMatchObject({ account: 'northwind', items: [{ path: 'displayName' }] });
});

it('a plan is saved by its result, and applied without a question', async () => {
  const project = await openRemoteProject();
  const library = await openLibrary(project);
  const file = join(project.directory, 'plan.json');
  const planned = await plan(library);
  await planned.save(file);
  await planned.close();
  expect(await runInProcess(project, 'apply', file)).toMatchObject({ exitCode: 0 });
  await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
  expect(await plan(library, { out: file })).toMatchObject({ outcome: 'changes' });
  expect(await apply(library, { plan: file })).toMatchObject({ outcome: 'applied' });
  expect(await apply(library, { plan: join(project.directory, 'cyclectl.yaml') })).toMatchObject({
    outcome: 'refused',
    diagnostics: [{ code: 'plan-invalid' }],
  });
});

it('a plan that cannot be applied is not saved', async () => {
  const project = await copyExample('quickstart');
  await project.edit('accounts/northwind.yaml', 'state: active', 'state: on');
  const planned = await plan(await openLibrary(project));
  expect(planned.outcome).toBe('refused');
  const file = join(project.directory, 'plan.json');
  await expect(planned.save(file)).rejects.toMatchObject({ name: 'CyclectlError' });
  await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('mistakes of manifests are values, with place and remedy', async () => {
  const project = await copyExample('quickstart');
  await project.edit('accounts/northwind.yaml', 'displayName:', 'displyName:');
  const planned = await plan(await openLibrary(project));
  expect(planned).toMatchObject({ outcome: 'refused', exitCode: 1, report: { kind: 'refused' } });
  const [mistake] = planned.diagnostics;
  expect(mistake).toMatchObject({
    severity: 'error',
    at: { file: 'accounts/northwind.yaml', line: expect.any(Number), column: expect.any(Number) },
    summary: expect.stringContaining('displyName'),
  });
  const text = await readText(planned.json());
  expect(findReportFaults(text)).toEqual([]);
  expect(JSON.parse(text)).toMatchObject({ kind: 'refused', run: { command: 'plan' } });
  await project.write('world.yaml', 'connectors: 7\n');
  await project.edit('accounts/northwind.yaml', 'displyName:', 'displayName:');
  expect(await plan(await openLibrary(project))).toMatchObject({
    outcome: 'refused',
    diagnostics: [{ at: { file: 'world.yaml' } }],
  });
});

it('the accounts of a result are read until it is closed, and nothing is left of it', async () => {
  const project = await copyExample('quickstart');
  const isOwn = (name: string) => name.startsWith('cyclectl-run-') && name.includes(`-${pid}-`);
  const listFolders = async () => (await readdir(tmpdir())).filter(isOwn);
  const before = await listFolders();
  const results: PlanResult[] = [];
  const library = await openLibrary(project);
  // More than Node has listeners of one event without a warning.
  for (let at = 0; at < 12; at += 1) results.push(await plan(library));
  expect(await listFolders()).not.toEqual(before);
  for (const result of results) expect(await readAll(result.report.accounts())).not.toEqual([]);
  for (const result of results) await result.close();
  expect(() => results[0]?.report.accounts()).toThrow('the result is closed');
  expect(await listFolders()).toEqual(before);
});

it('two projects in one process do not see each other', async () => {
  const [left, right] = [await openRemoteProject(), await openRemoteProject()];
  await right.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
  const [ofLeft, ofRight] = [await openLibrary(left), await openLibrary(right)];
  const [first, second] = await Promise.all([
    apply(ofLeft, { yes: true }),
    apply(ofRight, { yes: true }),
  ]);
  expect([first.outcome, second.outcome]).toEqual(['applied', 'applied']);
  const readRegion = ({ emulator }: typeof left) =>
    emulator.control
      .dump()
      .accounts.flatMap(({ cycles }) => cycles.flatMap(({ variables }) => variables))
      .map(({ value }) => value);
  expect(readRegion(left)).toContain('emea');
  expect(readRegion(right)).toContain('apac');
  expect(readRegion(right)).not.toContain('emea');
  const [one, other] = await Promise.all([drift(ofLeft), plan(ofRight)]);
  expect([one.outcome, other.outcome]).toEqual(['in-sync', 'nothing-to-do']);
  expect(one.report.run).toMatchObject({ target: { address: left.url } });
  expect(other.report.run).toMatchObject({ target: { address: right.url } });
});
