import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, test } from 'vitest';
import {
  readNotificationAllowList,
  readWorldAllowList,
} from '../../src/app/ports/operator-bounds.ts';
import { closeAfterFile } from '../support/opened.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

const call = [
  'call',
  'northwind/connectors/crm',
  'List changed contacts',
  '--param',
  'modifiedSince=2026-01-01',
];

/** Listens under an address that leads to this machine and is no loopback address. */
async function listenElsewhere(): Promise<{ readonly url: string; readonly seen: unknown[] }> {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://0.0.0.0:${(server.address() as AddressInfo).port}`, seen };
}

it('a world sends credentials to this machine alone, in CI or not, unless the operator allows more', async () => {
  const project = await copyExample('quickstart');
  const { url, seen } = await listenElsewhere();
  await project.edit('world.yaml', 'baseUrl: app:crm', `baseUrl: ${url}`);
  const say = async (bounds: Readonly<Record<string, string>>, args: readonly string[]) => {
    const environment = { ...project.environment, ...bounds };
    const { exitCode, stdout, stderr } = await runInProcess({ ...project, environment }, ...args);
    return { exitCode, said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') };
  };
  expect(await say({}, ['apply', '--yes'])).toMatchObject({ exitCode: 0 });
  const elsewhere = { CYCLECTL_ALLOW_ORIGINS: 'https://hooks.example.com' };
  for (const bounds of [{}, { CI: 'true' }, { CYCLECTL_ALLOW_ORIGINS: ' ' }, elsewhere]) {
    const { exitCode, said } = await say(bounds, call);
    expect(exitCode).toBe(1);
    expect(said).toContain('Nothing may be sent to that address');
    expect(said).toContain('CYCLECTL_ALLOW_ORIGINS');
  }
  expect(seen).toEqual([]);
  await say({ CYCLECTL_ALLOW_ORIGINS: `${url},https://*` }, call);
  expect(seen).toHaveLength(1);
});

test('only literal addresses of this machine are this machine', () => {
  const reach = readWorldAllowList({});
  const here = ['http://127.0.0.1/', 'https://localhost:1/a', 'http://[::1]:1/', 'http://127.1:9/'];
  expect(here.map(reach)).toEqual([true, true, true, true]);
  const elsewhere = [
    'https://attacker.example/',
    'http://localhost@attacker.example/',
    'http://attacker.example#@localhost/',
    'http://localhost.attacker.example/',
    'http://127.0.0.1.nip.io/',
    'http://loopback.attacker.example/',
    'http://0.0.0.0/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/',
    'localhost',
    '',
  ];
  expect(elsewhere.filter(reach)).toEqual([]);
});

test('notices, which carry no variable, go where they are meant to on a machine of a person', () => {
  const address = 'https://hooks.example.com/';
  expect(readNotificationAllowList({})(address)).toBe(true);
  expect(readNotificationAllowList({ CI: 'true' })(address)).toBe(false);
  expect(readNotificationAllowList({ CYCLECTL_ALLOW_ORIGINS: 'https://a.example' })(address)).toBe(
    false,
  );
});
