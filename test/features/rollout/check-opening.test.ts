import { beforeAll, expect, it } from 'vitest';
import { blueprint, fleet, RolloutProject, waves } from './rollout-project.ts';

let at: RolloutProject;

beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
});

it('names accounts that cannot be planned, with their waves, in plan and opening', async () => {
  const override = `  overrides:
    - account: north-001
      set: {cycles: {contacts-to-files: {from: {template: Nothing}}}}
      reason: Own template
      owner: anna@example.com
      until: 2999-12-31
`;
  await at.edit(fleet, /( {2}rollout:)/, `${override}$1`);
  await at.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
  const says =
    /Cannot be planned, and counts as failed in the wave unless corrected before: north-001 \(\w+\)/;
  for (const does of [['plan'], ['open', '--yes']]) {
    const [verb = '', ...options] = does;
    const { exitCode, text } = await at.run('rollout', verb, 'customers', ...options);
    expect(text).toMatch(says);
    expect(exitCode).toBe(0);
  }
  const stop = await at.run('rollout', 'stop', 'customers', '--reason', 'over');
  expect(stop.exitCode).toBe(0);
});

it('pauses and stops a rollout that its fleet file does not have any more', async () => {
  expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
  await at.edit(fleet, waves, '');
  for (const verb of ['pause', 'stop'])
    expect(await at.run('rollout', verb, 'customers', '--reason', 'over')).toMatchObject({
      exitCode: 0,
    });
  expect(await at.run('rollout', 'status', 'customers')).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/Rollout: \S+, [0-9a-f]{8}, stopped/),
  });
  expect((await at.run('rollout', 'continue', 'customers')).text).toContain('has no spec.rollout');
  await at.edit(fleet, /$/, waves);
});

it('refuses a rollout of which no account can be planned, as the plan does', async () => {
  await at.edit(blueprint, '{template: Contacts to Files}', '{template: Nothing}');
  const says = 'No account of the rollout can be planned (12 accounts) [rollout-refused]';
  for (const does of [['plan'], ['open', '--yes']]) {
    const [verb = '', ...options] = does;
    const { exitCode, text } = await at.run('rollout', verb, 'customers', ...options);
    expect(text).toContain(says);
    expect(exitCode).toBe(1);
  }
  expect((await at.readStatus()).rollout).toMatchObject({ state: 'stopped' });
});
