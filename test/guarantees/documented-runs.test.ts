import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import { closeAfterFile } from '../support/opened.ts';
import { copyExample, type Project } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { listTemplateIds } from './open-documented.ts';

// Single runs on a service that offers its specification and no more, which stops no cycle.

const cycle = 'northwind/cycles/contacts-to-files';
const future = '2039-12-31T02:00:00Z';
const start = { method: 'PUT', path: '/v1.0/cycles/*/activate' } as const;
const world = await readFile(
  new URL('../../examples/quickstart/world.yaml', import.meta.url),
  'utf8',
);
let emulator: Emulator;
let project: Project;

beforeAll(async () => {
  emulator = await openEmulator({ world, contract: 'documented' });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  project = await copyExample('quickstart', {
    SVC_TOKEN: emulator.makeAccessToken(),
    CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
  });
  await project.edit(
    'cyclectl.yaml',
    'service: {emulator: {world: world.yaml}}',
    `service: {baseUrl: '${url}', contract: documented, token: {accessToken: {env: SVC_TOKEN}}}
      templates: ${JSON.stringify(await listTemplateIds(world))}
      limits: {requestsPerSecond: 1000}`,
  );
  await project.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
  expect((await talk('apply', '--yes')).text).toContain('contacts-to-files');
});

async function talk(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
  return { exitCode, text: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') };
}

function countStarts(): number {
  return emulator.requests().filter(({ path }) => path.endsWith('/activate')).length;
}

it('a single run whose answer is lost is asked about, and not sent again before', async () => {
  emulator.control.plantFaults([{ ...start, do: 'drop-before', nth: 1 }]);
  const lost = await talk('run', cycle, '--yes');
  expect(lost).toMatchObject({ exitCode: 3, text: expect.stringContaining('single-run-unknown') });
  const again = await talk('run', cycle, '--yes');
  expect(again).toMatchObject({ exitCode: 1, text: expect.stringContaining('single-run-unknown') });
  expect(await talk('state', 'settle', cycle, 'done')).toMatchObject({ exitCode: 0 });
});

it('a single run is requested once, and nothing stops or edits its cycle, nor cancels the run', async () => {
  const before = countStarts();
  expect(await talk('run', cycle, '--at', future, '--yes')).toMatchObject({ exitCode: 0 });
  await project.edit('accounts/northwind.yaml', 'state: paused', 'state: active');
  const plan = await talk('plan', '--exit-code');
  expect(plan.text).toContain(`runs once at ${future}, and is left unchanged`);
  expect((await talk('apply', '--yes')).exitCode).toBe(0);
  await project.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
  const cancelled = await talk('run', cycle, '--cancel', '--yes');
  expect(cancelled).toMatchObject({ exitCode: 1, text: expect.stringContaining('not-offered') });
  const { text } = await talk('status', '--all');
  expect(text).toContain(`contacts-to-files Active; once at ${future}`);
  expect(countStarts()).toBe(before + 1);
});
