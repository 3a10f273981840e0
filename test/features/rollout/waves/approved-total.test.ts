import { beforeAll, expect, it } from 'vitest';
import { blueprint, fleet, RolloutProject, waves } from '../rollout-project.ts';

let at: RolloutProject;

beforeAll(async () => {
  at = await RolloutProject.open();
  await at.edit('cyclectl.yaml', /( +)(service:)/, '$1protect: {maxChangedPercent: 100}\n$1$2');
});

async function listWithCycle(): Promise<readonly string[]> {
  const names = ['north', 'south'].flatMap((place) =>
    [1, 2, 3, 4, 5, 6].map((number) => `${place}-00${number}`),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const cycles = await at.request(name, 'GET', '/v1.0/cycles');
      return (cycles as readonly { readonly Status: string }[]).some(
        ({ Status }) => Status !== 'DeleteScheduled',
      );
    }),
  );
  return names.filter((_, index) => found[index]);
}

it('deletes no more over all waves than was allowed: an account that came later is held', async () => {
  const { written } = await at.readStatus();
  const pin = `  overrides:
    - account: north-001
      pin: {revision: "${written.slice(0, 8)}", reason: Own migration, owner: anna@example.com, until: 2999-12-31}
`;
  await at.edit(fleet, /$/, `${pin}${waves}`);
  await at.edit(blueprint, /\n {2}cycles:[\s\S]*$/, '\n  cycles: {}\n');
  expect((await at.run('rollout', 'plan', 'customers')).text).toMatch(
    /, and a rollout of this plan cannot be opened\. .*rollout open customers -C \S+ -e local --allow-deletes 11/,
  );
  const open = ['rollout', 'open', 'customers', '--yes', '--allow-deletes'] as const;
  expect((await at.run(...open, '12')).text).toContain('[deletes-differ]');
  const opened = await at.run(...open, '11');
  expect(opened).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('delete 11 (allowed 11)'),
  });
  await at.edit(fleet, pin, '');
  const ended = await at.run('rollout', 'continue', 'customers', '--wait');
  expect(ended).toMatchObject({
    exitCode: 3,
    text: expect.stringMatching(/north-001 is held: .*11 done.*Not done: north-001 \(held\)/),
  });
  expect(await listWithCycle()).toEqual(['north-001']);
});
