import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmulator } from '../../../../src/emulator/emulator.ts';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import type { World } from '../../../../src/emulator/world/file/world.ts';
import { makeCanary, registerEnvironment } from '../../../canaries/register.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { copyExample } from '../../../support/run-cyclectl.ts';
import { shuffledMappings } from '../../../worlds/fixture.ts';
import type { ServedProject } from './compare.ts';

let key: string | undefined;

/** A project without accounts, whose service has this world and stands still. */
export async function openServedProject(
  world: World,
  {
    secrets = {},
    choices = {},
  }: {
    readonly secrets?: Readonly<Record<string, string>>;
    readonly choices?: Partial<Choices>;
  } = {},
): Promise<ServedProject> {
  key ??= makeCanary('the key of rehearsed plans');
  const emulator = await openEmulator({
    world,
    choices: { ...shuffledMappings, ...choices },
    frozenAt: new Date().toISOString(),
    control: true,
  });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  const { clientId, clientSecret } = emulator.credentials;
  registerEnvironment(secrets);
  const project = await copyExample('quickstart', {
    ...secrets,
    SVC_CLIENT_SECRET: clientSecret,
    CYCLECTL_SECRET_KEY: key,
  });
  await rm(join(project.directory, 'accounts'), { recursive: true });
  await rm(join(project.directory, 'world.yaml'));
  await project.edit(
    'cyclectl.yaml',
    'service: {emulator: {world: world.yaml}}',
    `service:
        baseUrl: ${url}
        token: {clientId: ${clientId}, clientSecret: {env: SVC_CLIENT_SECRET}}
      protect: {maxChangedPercent: 100, maxDeletes: 50}
      limits: {requestsPerSecond: 1000}`,
  );
  return { ...project, emulator };
}
