import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

const canary = 'CANARY-typed-in-the-console';
const cycle = 'northwind/cycles/contacts-to-files';

test('what the service marks as sensitive is shown by no command, also where the manifest has no secret', async () => {
  const project = await copyExample('quickstart');
  await project.edit(
    'accounts/northwind.yaml',
    '            list: {option: Customers}\n',
    '            list: {option: Customers}\n            apiToken: {variable: region}\n',
  );
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const request = async (method: string, path: string, ...body: readonly string[]) => {
    const answer = await runInProcess(
      project,
      ...['emulator', 'request', method, path, ...body, '--account', 'northwind'],
    );
    expect(answer.exitCode, answer.stderr).toBe(0);
    return JSON.parse(answer.stdout === '' ? 'null' : answer.stdout);
  };
  const items = (list: { Items?: unknown[] } | unknown[]) =>
    (Array.isArray(list) ? list : (list.Items ?? [])) as { Id: string | number; Name: string }[];
  const found = items(await request('GET', '/v1.0/cycles')).find(
    ({ Name }) => Name === 'Contacts to files',
  );
  const steps = await request('GET', `/v1.0/cycles/${found?.Id}/steps`);
  const step = items(steps).find(({ Name }) => Name === 'Get contact');
  const parameters = (
    step as unknown as { Method: { Parameters: { Id: number; TargetName: string }[] } }
  ).Method.Parameters;
  const id = parameters.find(({ TargetName }) => TargetName === 'apiToken')?.Id;
  await request('PUT', `/v1.0/cycles/${found?.Id}/deactivate`);
  await request(
    'PUT',
    `/v1.0/steps/${step?.Id}/parameters/${id}`,
    JSON.stringify({ Parameter: { Id: id }, MappingType: 'StaticValue', Value: canary }),
  );

  const reported: string[] = [];
  for (const format of ['text', 'json']) {
    for (const args of [['plan'], ['drift'], ['state', 'show', cycle, '--live']]) {
      const { stdout, stderr } = await runInProcess(project, ...args, '--format', format);
      expect(stdout, args.join(' ')).toContain('apiToken');
      reported.push(stdout, stderr);
    }
  }
  const out = `${project.directory}/plan.json`;
  await runInProcess(project, 'plan', '--out', out);
  const applied = await runInProcess(project, 'apply', '--yes', '--format', 'json');
  expect(applied).toMatchObject({ exitCode: 0 });
  const kept = join(project.directory, '.cyclectl/local');
  const stores = readdirSync(kept).filter((name) => name.startsWith('store.db'));
  expect(stores.length).toBeGreaterThan(0);
  const files = [out, ...stores.map((name) => join(kept, name))];
  reported.push(
    applied.stdout,
    applied.stderr,
    ...files.map((file) => readFileSync(file, 'latin1')),
  );
  expect(reported.join('\n')).not.toContain('CANARY');
});
