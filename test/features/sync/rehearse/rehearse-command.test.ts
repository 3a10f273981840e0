import { describe, expect, it } from 'vitest';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { applyForReal, expectAsMany, rehearse, run, savePlan } from './compare.ts';

describe('cyclectl rehearse', () => {
  it('applies a plan of new accounts to an emulator, and sends the service nothing', async () => {
    const project = await openRemoteProject();
    await run(project, 'catalog', 'save');
    const plan = await savePlan(project);
    const { exitCode, data, text } = await rehearse(project, plan);
    expect(exitCode, text).toBe(0);
    expect(data?.run.summary, text).toMatchObject({ accounts: 2, failed: 0, notRehearsed: 0 });
    const real = await applyForReal(project, plan);
    expect(real.exitCode).toBe(0);
    if (data !== null) expectAsMany(data, real);
  }, 60_000);

  it('pauses and starts a running cycle as an apply does', async () => {
    const project = await openRemoteProject();
    await run(project, 'apply', '--yes');
    await run(project, 'catalog', 'save');
    await project.edit('accounts/northwind.yaml', 'list: {option: Customers}', 'list: {option: Leads}');
    const plan = await savePlan(project);
    const { exitCode, data, text } = await rehearse(project, plan);
    expect(exitCode, text).toBe(0);
    const real = await applyForReal(project, plan);
    expect(real.exitCode, real.text).toBe(0);
    if (data !== null) expectAsMany(data, real);
    expect(data?.accounts[0]?.standstills).toMatchObject([
      { address: 'northwind/cycles/contacts-to-files' },
    ]);
  }, 60_000);
});
