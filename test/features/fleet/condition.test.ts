import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyExample, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

let project: Project;

async function run(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...words);
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const before = (await readProjectFile(project, path)) ?? '';
  expect(before).toMatch(from);
  await project.write(path, before.replace(from, to));
}

const few = ['--select', 'account=north-001', '--select', 'account=north-002'];
const blueprint = 'blueprints/crm-sync.yaml';

/** Statuses of the cycles of north-001, without those that the service is about to delete. */
async function readStatuses(): Promise<readonly string[]> {
  const request = ['emulator', 'request', '--account', 'north-001', 'GET', '/v1.0/cycles'];
  const { stdout } = await runInProcess(project, ...request);
  const cycles = JSON.parse(stdout.slice(stdout.search(/[[{]/))) as readonly { Status: string }[];
  return cycles.map(({ Status }) => Status).filter((status) => status !== 'DeleteScheduled');
}

beforeAll(async () => {
  project = await copyExample('fleet');
  const whole = '      displayName: Contacts to files\n';
  await edit(blueprint, whole, `      when: account.labels.tier != "trial"\n${whole}`);
  expect((await run('apply', '--yes', ...few)).exitCode).toBe(0);
  await edit('fleets/customers.csv', /^(north-001,[^,]*),standard,/m, '$1,trial,');
});

describe('a condition that no longer holds', () => {
  const says = /its condition in blueprints\/crm-sync\.yaml:\d+ no longer holds/;

  it('is named by the plan, which stops the cycle and deletes nothing', async () => {
    const { exitCode, text } = await run('plan', '--format', 'json', ...few);
    expect([exitCode, text]).toEqual([0, expect.stringMatching(says)]);
    const planned = await run('plan', ...few);
    expect(planned.text).toContain('it is stopped, and a later apply deletes it');
    expect(planned.text).toContain('delete 0');
    for (const format of ['markdown', 'html']) {
      const file = join(project.directory, `plan.${format}`);
      await run('plan', '--report', `${format}=${file}`, ...few);
      const report = (await readProjectFile(project, `plan.${format}`)) ?? '';
      expect(report.replaceAll(/\s+/g, ' ')).toMatch(says);
    }
    expect((await run('apply', '--yes', ...few)).exitCode).toBe(0);
    expect(await readStatuses()).toEqual(['Paused']);
  });

  it('deletes the stopped cycle in a later apply, within the budget', async () => {
    const refused = await run('apply', '--yes', ...few);
    expect([refused.exitCode, refused.text]).toEqual([
      1,
      expect.stringContaining('allows 0 per run'),
    ]);
    expect(refused.text).toMatch(says);
    const deleted = await run('apply', '--yes', '--allow-deletes', '1', ...few);
    expect(deleted.exitCode).toBe(0);
    expect(await readStatuses()).toEqual([]);
    expect((await run('plan', '--exit-code', ...few)).exitCode).toBe(0);
  });

  it('stops nothing where it holds again before the next apply', async () => {
    await edit('fleets/customers.csv', /^(north-001,[^,]*),trial,/m, '$1,standard,');
    expect((await run('apply', '--yes', ...few)).exitCode).toBe(0);
    expect(await readStatuses()).toEqual(['Active']);
    await edit('fleets/customers.csv', /^(north-001,[^,]*),standard,/m, '$1,trial,');
    expect((await run('apply', '--yes', ...few)).exitCode).toBe(0);
    expect(await readStatuses()).toEqual(['Paused']);
    await edit('fleets/customers.csv', /^(north-001,[^,]*),trial,/m, '$1,standard,');
    expect((await run('apply', '--yes', ...few)).exitCode).toBe(0);
    expect(await readStatuses()).toEqual(['Active']);
    expect((await run('plan', '--exit-code', ...few)).exitCode).toBe(0);
  });
});
