import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { readGolden } from '../golden/read-golden.ts';
import { findWideLines } from '../reports/samples/read-text.ts';
import { closeAfterFile } from '../support/opened.ts';
import { copyExample, type Project } from '../support/run-cyclectl.ts';
import { startInProcess } from '../support/run-in-process.ts';
import { withoutTimes } from '../support/values/without-times.ts';
import { listTemplateIds } from './open-documented.ts';

// The commands on a service that offers its specification and no more.

const world = await readFile(
  new URL('../../examples/quickstart/world.yaml', import.meta.url),
  'utf8',
);
let project: Project;
let first: Awaited<ReturnType<typeof talk>>;
let applied: Awaited<ReturnType<typeof talk>>;

beforeAll(async () => {
  const emulator = await openEmulator({ world, contract: 'documented' });
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
  first = await talk('plan', '--exit-code');
  applied = await talk('apply', '--yes');
});

async function talk(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await startInProcess(project, ...args).ended;
  return { exitCode, text: [stdout, stderr].filter((text) => text !== '').join('\n') };
}

async function expectGolden(name: string, text: string): Promise<void> {
  expect(findWideLines(text)).toEqual([]);
  const steady = withoutTimes(text)
    // How long the name of the folder is says where commands are broken.
    .replaceAll(/ \\\n +/g, ' ')
    .replaceAll(project.directory, 'FOLDER')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:PORT')
    .replaceAll(/\d+(\.\d+)? m?s\b/g, 'N s');
  expect(steady).toBe(await readGolden(name, steady));
}

it('reports in each plan what needs manual action, and does the rest', async () => {
  expect(first.exitCode).toBe(2);
  await expectGolden('plan/documented-new.txt', first.text);
  expect(applied.exitCode).toBe(0);
  const then = await talk('plan', '--exit-code');
  expect(then.exitCode).toBe(0);
  await expectGolden('plan/documented.txt', then.text);
  const drift = await talk('drift');
  expect(drift.exitCode).toBe(0);
  await expectGolden('drift/documented.txt', drift.text);
});

it('calls methods and asks for consent there', async () => {
  const called = await talk(
    'call',
    'northwind/connectors/crm',
    'Get contact',
    '--merge',
    'contactId=c-2',
  );
  expect(called).toMatchObject({ exitCode: 0 });
  expect(called.text).toContain('"Id": "c-2"');
  const waits = await talk('consent', '--list');
  expect(waits.text).toContain('northwind/connectors/mailer');
});

it('names the way to templates, which nothing lists', async () => {
  const { exitCode, text } = await talk('catalog', 'templates');
  expect(exitCode).toBe(1);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'name them in cyclectl.yaml: templates: {NAME: ID}',
  );
});

it('trusts a person for unreadable fields, until Git changes again', async () => {
  const settle = ['state', 'settle', 'contoso/connectors/warehouse', 'done'];
  expect(await talk(...settle)).toMatchObject({
    exitCode: 0,
    text: 'contoso/connectors/warehouse: recorded as set manually: properties/rootFolder, properties/ClientSecret.',
  });
  expect((await talk('plan')).text).not.toContain('connectors/warehouse/properties');
  expect((await talk(...settle)).text).toContain('[not-settled]');
  await project.edit('accounts/contoso.yaml', 'rootFolder: /orders', 'rootFolder: /sent');
  const moved = await talk('plan');
  expect(moved.text).toContain('"/sent"');
  expect(moved.text).not.toContain('ClientSecret');
  expect((await talk(...settle, '--format', 'json')).text).toContain(
    '"settled":{"address":"contoso/connectors/warehouse","finding":{"fields":["properties/rootFolder"],"kind":"done"}}',
  );
});

it('takes what a person found in the console, and says what does not fit', async () => {
  expect((await talk('state', 'settle', 'northwind/connectors/crm', 'exists', '7')).text).toContain(
    '[not-settled]',
  );
  expect(await talk('state', 'settle', 'northwind/connectors/crm', 'absent')).toMatchObject({
    exitCode: 0,
  });
  expect(await talk('state', 'settle', 'northwind/connectors/crm', 'exists', '7')).toMatchObject({
    exitCode: 0,
    text: 'northwind/connectors/crm is bound to 7; the next plan compares it with Git.',
  });
  // It can be called before that apply, too.
  const call = ['call', 'northwind/connectors/crm', 'Get contact', '--merge', 'contactId=c-2'];
  expect((await talk(...call, '--dry-run')).text).toContain('/account/connectors/7/methods/');
  for (const wrong of [['exists'], ['absent', '7'], ['perhaps']]) {
    expect((await talk('state', 'settle', 'northwind/connectors/crm', ...wrong)).text).toContain(
      'cyclectl state settle ADDRESS exists ID',
    );
  }
});
