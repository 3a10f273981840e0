import { expect, it } from 'vitest';
import { makeFiles, readManifests } from '../../support/values/read-manifests.ts';

async function resolve(...lines: readonly string[]) {
  const head = ['apiVersion: cyclectl/v1', 'kind: Project', 'metadata: {name: sample}', 'spec:'];
  const text = [...head, ...lines.map((line) => `  ${line}`)].join('\n');
  const files = makeFiles({ 'cyclectl.yaml': text, 'accounts/x.txt': '' });
  return (await readManifests(files, { environment: 'prod' })).project;
}

it('fills in the defaults of a real service', async () => {
  const project = await resolve(
    'environments:',
    '  prod:',
    '    service: {baseUrl: "https://api.example.com", token: {accessToken: {env: TOKEN}}}',
  );
  expect(project).toMatchObject({
    name: 'sample',
    defaultEnvironment: null,
  });
  expect(project?.environments.get('prod')).toMatchObject({
    name: 'prod',
    at: { file: 'cyclectl.yaml', line: 6, column: 5 },
    service: {
      kind: 'remote',
      baseUrl: 'https://api.example.com',
      authUrl: null,
      accountHeader: 'X-Service-Account',
      token: { kind: 'token', accessToken: { env: 'TOKEN' } },
    },
    store: { kind: 'sqlite', file: '.cyclectl/prod/store.db' },
    isProtected: false,
    limits: {
      concurrency: 8,
      requestsPerSecond: 50,
      growsFrom: 10,
      requestTimeoutMs: 30_000,
      drainTimeoutMs: 600_000,
    },
    protect: { maxDeletes: 0, maxChangedPercent: 30, savedPlanOnly: false },
  });
});

it('takes what is written before any default', async () => {
  const project = await resolve(
    'manifests: [customers]',
    'defaultEnvironment: prod',
    'environments:',
    '  prod:',
    '    service:',
    '      baseUrl: https://api.example.com',
    '      authUrl: https://auth.example.com',
    '      accountHeader: X-Customer',
    '      token: {clientId: me, clientSecret: {file: secrets/client}}',
    '    store: {sqlite: memory/store.db}',
    '    limits: {concurrency: 2, requestsPerSecond: 0.5, reserve: 20, requestTimeout: 250ms, drainTimeout: 2h}',
    '    protect: {maxDeletes: 3, maxChangedPercent: 100, savedPlanOnly: true}',
  );
  expect(project).toMatchObject({ defaultEnvironment: 'prod' });
  expect(project?.environments.get('prod')).toMatchObject({
    service: {
      authUrl: 'https://auth.example.com',
      accountHeader: 'X-Customer',
      token: { kind: 'client', clientId: 'me', clientSecret: { file: 'secrets/client' } },
    },
    store: { kind: 'sqlite', file: 'memory/store.db' },
    isProtected: true,
    limits: {
      concurrency: 2,
      requestsPerSecond: 0.5,
      reserve: 20,
      requestTimeoutMs: 250,
      drainTimeoutMs: 7_200_000,
    },
    protect: { maxDeletes: 3, maxChangedPercent: 100, savedPlanOnly: true },
  });
});

it('separates the state of each environment in a shared database', async () => {
  const project = await resolve(
    'environments:',
    ...['test', 'prod'].flatMap((name) => [
      `  ${name}:`,
      '    service: {baseUrl: "https://api.example.com", token: {accessToken: {env: TOKEN}}}',
      '    store: {postgres: {env: DATABASE_URL}}',
    ]),
  );
  const stores = [...(project?.environments.values() ?? [])];
  const url = { env: 'DATABASE_URL' };
  expect(stores).toMatchObject([
    { store: { kind: 'postgres', url }, scope: 'sample/test' },
    { store: { kind: 'postgres', url }, scope: 'sample/prod' },
  ]);
});

it('asks the embedded service faster than a real one', async () => {
  const project = await resolve(
    'environments:',
    '  local: {service: {emulator: {world: world.yaml}}}',
    '  slow: {service: {emulator: {world: world.yaml}}, limits: {requestsPerSecond: 5}}',
  );
  const rate = (name: string) => project?.environments.get(name)?.limits.requestsPerSecond;
  expect([rate('local'), rate('slow')]).toEqual([1000, 5]);
});

it('keeps what the embedded service has apart by environment', async () => {
  const project = await resolve(
    'environments:',
    '  local: {service: {emulator: {world: world.yaml}}}',
    '  other: {service: {emulator: {world: world.yaml, data: shared}}}',
  );
  const services = [...(project?.environments.values() ?? [])].map(({ service }) => service);
  expect(services).toEqual([
    { kind: 'emulator', worldFile: 'world.yaml', dataDirectory: '.cyclectl/local/service' },
    { kind: 'emulator', worldFile: 'world.yaml', dataDirectory: 'shared' },
  ]);
});
