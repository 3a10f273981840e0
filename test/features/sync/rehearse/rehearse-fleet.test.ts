import { expect, it } from 'vitest';
import { readWorld } from '../../../../src/emulator/world/file/read-world.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { applyForReal, expectAsMany, rehearse, run, savePlan } from './compare.ts';
import { openServedProject } from './open-served-project.ts';

const accounts = 200;

function toManifest(index: number, timezone: string): string {
  return `apiVersion: cyclectl/v1
kind: Account
metadata: {name: customer-${index}}
spec:
  id: customer-${index}.example
  timezone: ${timezone}
  connectors:
    files:
      connector: {name: Sample File Store}
      auth: {apiKey: {env: FILES_KEY}}
      authentication: API key
`;
}

it('two hundred accounts are rehearsed with as many requests as their apply takes', async () => {
  const secrets = { FILES_KEY: 'the-key-of-all-files-not-a-secret' };
  const project = await openServedProject(readWorld(quickstartWorldText), { secrets });
  const write = async (timezone: string) => {
    for (let index = 0; index < accounts; index += 1)
      await project.write(`accounts/customer-${index}.yaml`, toManifest(index, timezone));
  };
  await write('Europe/Berlin');
  await run(project, 'catalog', 'save');
  const plan = await savePlan(project);
  const made = await rehearse(project, plan);
  expect(made.data.run.summary).toMatchObject({ accounts, failed: 0, notRehearsed: 0 });
  expectAsMany(made.data, await applyForReal(project, plan));
  await write('Europe/Madrid');
  const moving = await savePlan(project);
  const moved = await rehearse(project, moving);
  expect(moved.data.run.summary).toMatchObject({ accounts, failed: 0, notRehearsed: 0 });
  expect(moved.data.run.requests.writes).toBe(accounts);
  // The first that a text shows, because it has no room for all.
  const path = '/v1.0/accounts/customer-99.example';
  const fault = JSON.stringify({ method: 'PUT', path, do: 'status', status: 400 });
  const failed = await run(project, 'rehearse', moving, '--fault', fault);
  expect(failed).toMatchObject({
    exitCode: 3,
    stdout: expect.stringMatching(/^Rehearsal for .*\n\n\s+customer-99\s+fails/),
  });
}, 180_000);
