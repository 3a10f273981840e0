import { beforeEach, expect, it } from 'vitest';
import { blueprint, fleet, RolloutProject, waves } from '../rollout-project.ts';

const logging = /( +)state: active\n/;

let at: RolloutProject;

beforeEach(async () => {
  at = await RolloutProject.open();
});

/** Applies a blueprint with an ownership rule, takes the first wave of one without it, and undoes that. */
async function undo(rule: string, edit: () => Promise<void>) {
  const owners = `  ownership: {${rule}}\n`;
  await at.edit(blueprint, /spec:\n/, `$&${owners}`);
  expect((await at.run('apply', '--yes')).exitCode).toBe(0);
  await at.edit(fleet, /$/, waves);
  await at.edit(blueprint, owners, '');
  await edit();
  await at.openSecond();
  expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
  const undone = await at.run('rollout', 'undo', 'customers', '--yes');
  expect(undone.exitCode).toBe(0);
  return undone.text;
}

it('names what the rollout wrote and the earlier revision leaves to others', async () => {
  const text = await undo('cycles/*/displayName: seeded', async () => {});
  expect(text.match(/stays: Git no longer owns it/g)).toHaveLength(2);
  expect(await at.readNames(0)).toEqual(['Second', 'Second']);
  expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
});

it('names a value once that the earlier revision observes', async () => {
  await at.edit(blueprint, logging, '$&$1logRequests: true\n');
  const text = await undo('cycles/*/logRequests: observed', () =>
    at.edit(blueprint, 'logRequests: true', 'logRequests: false'),
  );
  expect(text.match(/logRequests observed: it is false, and Git has true/g)).toHaveLength(2);
  expect(text).not.toContain('stays: Git no longer owns it');
});
