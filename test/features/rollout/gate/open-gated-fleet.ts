import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { type Emulator, openEmulator } from '../../../../src/emulator/emulator.ts';
import { makeCanary } from '../../../canaries/register.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const fleet = 'fleets/customers.yaml';
const blueprint = 'blueprints/crm-sync.yaml';

/** The example of a fleet with some accounts, applied to a service whose time a test moves on. */
export type GatedFleet = {
  readonly project: Project;
  readonly emulator: Emulator;
  /** Opens a rollout of a new name of the cycle, with a gate and one wave of two accounts, and takes its first step. */
  readonly open: (gate: string) => Promise<void>;
  /** Takes a step; its exit code, and what it prints in one line. */
  readonly step: (
    ...words: readonly string[]
  ) => Promise<{ readonly exitCode: number | undefined; readonly text: string }>;
};

/**
 * Opens it, and lets its cycles run for some hours: 24 runs of each. Without accounts of its own it has six. The
 * time of a frozen service passes only where the test lets it.
 */
export async function openGatedFleet({
  accounts = /^(north|south)-00[1-3],/,
  frozenAt,
}: {
  readonly accounts?: RegExp;
  readonly frozenAt?: string;
} = {}): Promise<GatedFleet> {
  const world = await readFile('examples/fleet/world.yaml', 'utf8');
  const secret = JSON.stringify(makeCanary('the client secret'));
  const emulator = await openEmulator({
    world: world.replace('fleet-not-a-secret', () => secret),
    control: true,
    ...(frozenAt === undefined ? {} : { frozenAt }),
  });
  closeAfterFile(async () => {
    await emulator.close();
    expect(emulator.unmatchedCount(), 'requests that no route answered').toBe(0);
  });
  const { url } = await emulator.listen();
  const { clientId, clientSecret } = emulator.credentials;
  const project = await copyExample('fleet', {
    SVC_CLIENT_SECRET: clientSecret,
    CYCLECTL_SECRET_KEY: makeCanary('the key of fingerprints'),
  });
  await project.edit(
    'cyclectl.yaml',
    'service: {emulator: {world: world.yaml}}',
    `service:
        baseUrl: ${url}
        token: {clientId: ${clientId}, clientSecret: {env: SVC_CLIENT_SECRET}}
      limits: {requestsPerSecond: 1000}`,
  );
  const table = 'fleets/customers.csv';
  const [head = '', ...rows] = (await readProjectFile(project, table)).split('\n');
  const some = rows.filter((row) => accounts.test(row));
  await project.write(table, `${[head, ...some].join('\n')}\n`);
  await project.write(
    fleet,
    (await readProjectFile(project, fleet)).replace(/ {2}overrides:[\s\S]*$/, ''),
  );
  const step = async (...words: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runInProcess(project, ...words);
    return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
  };
  expect((await step('apply', '--yes')).exitCode).toBe(0);
  await emulator.control.letPass('6h');
  let opened = 0;
  return {
    project,
    emulator,
    step,
    open: async (gate) => {
      opened += 1;
      const before = await readProjectFile(project, fleet);
      const rollout = `  rollout:\n    gate: ${gate}\n    waves: [{name: pilot, count: 2}]\n`;
      await project.write(fleet, before.replace(/ {2}rollout:[\s\S]*$/, '') + rollout);
      const was = await readProjectFile(project, blueprint);
      const is = was.replace(/displayName: .*/, `displayName: Name ${opened}`);
      await project.write(blueprint, is);
      expect(await step('rollout', 'open', 'customers', '--yes', '--replace')).toMatchObject({
        exitCode: 0,
      });
      expect((await step('rollout', 'continue', 'customers')).exitCode).toBe(0);
    },
  };
}
