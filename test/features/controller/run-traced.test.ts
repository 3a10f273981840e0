import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startProgram } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openSharedProject, startReplica } from './start-replica.ts';

const tracer = fileURLToPath(new URL('tiny-tracer.ts', import.meta.url));

/** A replica with a provider of spans that somebody else brings. Its output is searched for secrets. */
async function startTraced() {
  const project = await openSharedProject();
  await runInProcess(project, 'apply', '--yes');
  const environment = { ...project.environment, NODE_OPTIONS: `--import ${tracer}` };
  const start = (...args: readonly string[]) => startProgram(project.directory, args, environment);
  return { project, start: () => startReplica({ ...project, start }) };
}

it('gives a span for each job and each step to the SDK of the process', async () => {
  const { start } = await startTraced();
  const replica = await start();
  const job = await replica.waitFor({ event: 'span', name: 'cyclectl.job' });
  expect(job).toMatchObject({ isFailure: false, attributes: { 'cyclectl.state': 'in-sync' } });
  const step = await replica.waitFor({ event: 'span', name: 'cyclectl.step' });
  expect(step).toMatchObject({ isFailure: false, attributes: { 'cyclectl.leading': true } });
});

it('ends the span of a job that failed and of a step that threw, and marks them', async () => {
  const { project, start } = await startTraced();
  project.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/accounts/**', do: 'status', status: 403, message: 'No.' },
  ]);
  const replica = await start();
  const job = await replica.waitFor({ event: 'span', name: 'cyclectl.job' });
  expect(job).toEqual({
    event: 'span',
    name: 'cyclectl.job',
    isFailure: true,
    attributes: {
      'cyclectl.account': expect.stringMatching(/^\w+$/),
      'cyclectl.replica': expect.any(String),
      'cyclectl.state': 'unread',
    },
  });
  await project.database.run('DROP TABLE cyclectl_controller.partitions');
  await replica.waitFor({ event: 'step-failed' });
  const step = await replica.waitFor({ name: 'cyclectl.step', isFailure: true });
  expect(step.attributes).toEqual({
    'cyclectl.replica': expect.any(String),
    'error.type': 'StoreError',
  });
});
