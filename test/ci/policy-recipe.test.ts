import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatPolicy } from '../engine/policy/load-policies.ts';
import { git } from '../support/git-repository.ts';
import { ofPull, openPipeline, setTimezone } from './pipeline.ts';

const policy = formatPolicy(
  'zones',
  'about: account',
  'validations:',
  `  - expression: '!has(manifest.spec.timezone) || manifest.spec.timezone.startsWith("Europe/")'`,
  '    message: Customers are in Europe',
  'action: deny',
);

it('a review judges a branch by the policies of the target branch, and never by its own', async () => {
  const pipeline = await openPipeline();
  const { forge, project } = pipeline;
  const { directory } = project;
  const review = (at: string, variables: Readonly<Record<string, string>>) =>
    pipeline.run({ at, does: 'review', variables, inProcess: true });

  // The first policies count for nothing before they are merged, but for their own mistakes.
  await project.write('policy/zones.yaml', policy);
  const first = await pipeline.push('policies', 'Bring the first policies');
  const reviewed = await review(first, { ...ofPull(31), CYCLECTL_BASE: 'origin/main' });
  expect(reviewed, reviewed.log).toMatchObject({ exitCode: 0 });
  await pipeline.merge('policies');

  await setTimezone(pipeline, 'Asia/Tokyo');
  await rm(join(directory, 'policy'), { recursive: true });
  const weak = await pipeline.push('weaken', 'Remove what is in the way');
  const refused = await review(weak, { ...ofPull(32), CYCLECTL_BASE: 'origin/main' });
  expect(refused, refused.log).toMatchObject({ exitCode: 1 });
  expect(refused.log).toContain('origin/main:policy/zones.yaml');
  expect(forge.bodiesOf('32')).toEqual([expect.stringContaining('Customers are in Europe')]);

  // Without a commit of the target branch nothing is planned where there are policies.
  await git(directory, 'checkout', '--quiet', 'main');
  await setTimezone(pipeline, 'Asia/Tokyo');
  await project.write('policy/zones.yaml', policy.replace('"Europe/"', '""'));
  const unset = await review(await pipeline.push('own', 'Bend it'), ofPull(33));
  expect(unset, unset.log).toMatchObject({ exitCode: 1 });
  expect(unset.log).toContain('policy-ref-missing');

  // The job after a merge runs on the target branch.
  const merged = await pipeline.merge('policies');
  const applied = await pipeline.run({ at: merged, does: 'apply', inProcess: true });
  expect(applied.log).not.toContain('policy-ref-missing');
  expect(applied.log).toContain('There is no saved plan to apply');
}, 120_000);
