import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readText } from '../docs/read-pages.ts';
import { refuseWords } from '../docs/refuse-words.ts';
import { startReplica } from '../features/controller/start-replica.ts';
import { openTestDatabase } from '../postgres/open-test-database.ts';
import { copyExample, startProgram } from '../support/run-cyclectl.ts';

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
};

const compose: { readonly services: Readonly<Record<string, Service>> } = parse(
  await readText('deploy/docker/compose.yaml'),
  { strict: true, merge: true },
);
const { database, ...ours } = compose.services;
const replicas = Object.values(ours).filter(({ command }) => command?.[0] === 'controller');

it('starts two replicas and the emulator by commands and variables that the program has', async () => {
  const documented = await readText('docs/reference/environment-variables.md');
  expect(database?.image).toBe('postgres:18');
  expect(replicas.length).toBe(2);
  for (const [name, service] of Object.entries(ours)) {
    const { command = ['plan'], environment = {}, read_only, cap_drop, tmpfs } = service;
    expect(await refuseWords(command), name).toBeNull();
    for (const variable of Object.keys(environment))
      expect(documented).toContain(`\`${variable}\``);
    expect({ read_only, cap_drop, tmpfs }, name).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      tmpfs: ['/tmp'],
    });
  }
  // All are in the network of the emulator, which therefore publishes the ports of the replicas.
  const ports = replicas.map(({ command }) => command?.at(-1)?.split(':')[1]);
  expect(ours.emulator?.ports).toEqual(ports.map((port) => `127.0.0.1:${port}:${port}`));
  for (const [at, { network_mode, healthcheck }] of replicas.entries()) {
    expect(network_mode).toBe('service:emulator');
    expect(healthcheck?.test.at(-1)).toContain(`http://127.0.0.1:${ports[at]}/readyz`);
  }
});

it('tries out a fleet with its own commands, on other ports and another database', async () => {
  const project = await copyExample('quickstart');
  await project.write('cyclectl.yaml', await readText('deploy/docker/try-out.yaml'));
  const [, , , , port = '', ...rest] = ours.emulator?.command ?? [];
  expect(rest).toEqual(['--control']);
  const world = join(project.directory, 'world.yaml');
  const emulator = startProgram(project.directory, ['emulator', '--world', world], {});
  onTestFinished(async () => {
    emulator.kill('SIGTERM');
    await emulator;
  });
  const [line] = await emulator.stdout.take(1).toArray();
  const { url } = JSON.parse(String(line));
  await project.edit('cyclectl.yaml', `http://127.0.0.1:${port}`, url);
  const { url: databaseUrl } = await openTestDatabase();
  const environment = { ...replicas[0]?.environment, DATABASE_URL: databaseUrl.reveal() };
  const start = (...args: readonly string[]) => startProgram(project.directory, args, environment);
  const before = await readdir(project.directory, { recursive: true });
  expect(await start('apply', '--yes')).toMatchObject({ exitCode: 0 });
  const [first, second] = await Promise.all(
    replicas.map(() => startReplica({ ...project, start })),
  );
  await first?.waitFor({ event: 'sweep-ended' });
  await second?.waitFor({ event: 'sweep-ended' });
  for (const replica of [first, second]) {
    expect(await replica?.get('/readyz')).toMatchObject({ status: 200 });
    expect((await replica?.get('/metrics'))?.text).toContain(
      'cyclectl_accounts{state="in-sync"} 2',
    );
  }
  // The project is mounted read-only.
  expect(await readdir(project.directory, { recursive: true })).toEqual(before);
});
