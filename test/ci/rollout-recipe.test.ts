import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import {
  copyExample,
  type Project,
  programPath,
  readProjectFile,
} from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

const recipe = fileURLToPath(new URL('../../.github/recipe.sh', import.meta.url));
const timeoutMs = 120_000;

let project: Project;

beforeAll(async () => {
  project = await openChanged();
}, timeoutMs);

const blueprint = 'blueprints/crm-sync.yaml';

/** Four accounts that are applied, a rollout in their fleet, and a blueprint that changed since. */
async function openChanged(): Promise<Project> {
  const made = await copyExample('fleet');
  const table = 'fleets/customers.csv';
  const [head = '', ...lines] = ((await readProjectFile(made, table)) ?? '').split('\n');
  const some = lines.filter((line) => /^north-00[1-4],/.test(line));
  await made.write(table, `${[head, ...some].join('\n')}\n`);
  const written = (await readProjectFile(made, 'fleets/customers.yaml')) ?? '';
  const fleet = written.replace(/ {2}overrides:[\s\S]*$/, '');
  await made.write('fleets/customers.yaml', fleet);
  expect((await runInProcess(made, 'apply', '--yes')).exitCode).toBe(0);
  const rollout = '  rollout: {waves: [{name: pilot, count: 1}]}\n';
  await made.write('fleets/customers.yaml', `${fleet}${rollout}`);
  await made.edit(blueprint, 'displayName: Contacts', 'displayName: All contacts');
  return made;
}

async function runRecipe(
  does: string,
  env: Readonly<Record<string, string>> = {},
  { directory }: Project = project,
) {
  return execa('sh', [recipe, does], {
    reject: false,
    all: true,
    extendEnv: false,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: directory,
      CYCLECTL: programPath,
      CYCLECTL_PROJECT: directory,
      CYCLECTL_ENVIRONMENT: 'local',
      CYCLECTL_REPORTS: join(directory, 'reports'),
      CYCLECTL_FLEETS: 'customers',
      CYCLECTL_APPROVED_BY: 'a reviewer',
      CYCLECTL_POST: 'false',
      ...env,
    },
  });
}

it(
  'reviews the plan of a rollout, opens it after the merge, and continues it until it is done',
  async () => {
    const reviewed = await runRecipe('review');
    expect(reviewed, reviewed.all).toMatchObject({ exitCode: 0 });
    const report = (await readProjectFile(project, 'reports/rollout-customers.md')) ?? '';
    expect(report).toContain('All contacts to files');
    const plan = (await readProjectFile(project, 'reports/plan.md')) ?? '';
    expect(plan).not.toContain('All contacts to files');
    const opened = await runRecipe('open');
    expect(opened, opened.all).toMatchObject({ exitCode: 0 });
    expect((await runRecipe('open')).exitCode).toBe(1);
    for (const says of ['pilot: 1 account: 1 done', 'is done: 4 accounts: 4 done']) {
      const continued = await runRecipe('step');
      expect(continued, continued.all).toMatchObject({ exitCode: 0 });
      expect(continued.all).toContain(says);
    }
    expect((await runInProcess(project, 'history')).stdout).toContain('a reviewer');
  },
  timeoutMs,
);

/** Adds a fleet of one account, which has no rollout that is open. */
async function addFleet(name: string): Promise<void> {
  const row = (await readFile('examples/fleet/fleets/customers.csv', 'utf8')).split('\n');
  const some = row.filter((line, index) => index === 0 || line.startsWith('north-005,'));
  await project.write(`fleets/${name}.csv`, `${some.join('\n')}\n`);
  const text = await readProjectFile(project, 'fleets/customers.yaml');
  await project.write(`fleets/${name}.yaml`, text.replaceAll('customers', name));
}

it(
  'approves a wave that asks for a person, with who and why in the history',
  async () => {
    await project.edit(
      'fleets/customers.yaml',
      'rollout: {',
      'rollout: {gate: {approval: required}, ',
    );
    await project.edit(blueprint, 'displayName: All contacts', 'displayName: Contacts');
    expect((await runRecipe('open')).exitCode).toBe(0);
    expect((await runRecipe('step')).all).toContain(
      'The wave pilot waits: a person must approve it',
    );
    const unreasoned = await runRecipe('approve');
    expect(unreasoned.exitCode).not.toBe(0);
    expect(unreasoned.all).toContain('give the reason');
    const reason = { CYCLECTL_REASON: 'seen; $(id) "by hand"' };
    const unseen = await runRecipe('approve', { ...reason, CYCLECTL_WAVE: 'rest' });
    expect(unseen, unseen.all).toMatchObject({ exitCode: 1 });
    expect(unseen.all).toContain('the wave pilot waits');
    await addFleet('partners');
    const idle = await runRecipe('approve', { ...reason, CYCLECTL_FLEETS: 'partners' });
    expect(idle, idle.all).toMatchObject({ exitCode: 1 });
    const named = { ...reason, CYCLECTL_FLEETS: 'partners customers', CYCLECTL_WAVE: 'pilot' };
    const approved = await runRecipe('approve', named);
    expect(approved.all).toContain('[rollout-not-waiting]');
    expect(approved, approved.all).toMatchObject({ exitCode: 0 });
    expect((await runRecipe('approve', named)).exitCode).toBe(0);
    const unknown = { ...named, CYCLECTL_FLEETS: 'suppliers customers' };
    expect((await runRecipe('approve', unknown)).exitCode).toBe(1);
    expect((await runRecipe('step')).all).toContain('The wave pilot passed its gate');
    const { stdout } = await runInProcess(project, 'history', '--format', 'json');
    expect(stdout).toMatch(/wave pilot: seen; \$\(id\) \\"by hand\\"/);
    expect(stdout).toContain('a reviewer');
  },
  timeoutMs,
);

it(
  'opens what it plans when it runs, not what the review has shown, and no delete',
  async () => {
    const merged = await openChanged();
    expect((await runRecipe('review', {}, merged)).exitCode).toBe(0);
    const report = 'reports/rollout-customers.md';
    expect(await readProjectFile(merged, report)).toContain('All contacts to files');
    await merged.edit(blueprint, 'displayName: All contacts', 'displayName: Later contacts');
    const opened = await runRecipe('open', {}, merged);
    expect(opened, opened.all).toMatchObject({ exitCode: 0 });
    expect(await readProjectFile(merged, report)).toContain('Later contacts to files');
    const stop = ['rollout', 'stop', 'customers', '--reason', 'a test'];
    expect((await runInProcess(merged, ...stop)).exitCode).toBe(0);
    const text = await readProjectFile(merged, blueprint);
    await merged.write(blueprint, text.replace(/ {2}cycles:[\s\S]*$/, '  cycles: {}\n'));
    const refused = await runRecipe('open', {}, merged);
    expect(refused, refused.all).toMatchObject({ exitCode: 1 });
    expect(refused.all).toMatch(/--allow-deletes\s+4/);
  },
  timeoutMs,
);

it('names what it needs where a fleet is not named', async () => {
  const { exitCode, all } = await execa('sh', [recipe, 'open'], {
    reject: false,
    all: true,
    env: { CYCLECTL_ENVIRONMENT: 'local', CYCLECTL_REPORTS: join(project.directory, 'reports') },
  });
  expect(exitCode).not.toBe(0);
  expect(all).toContain('name the fleets');
});
