import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../../../emulator/world/file/world.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { closeIfFailing } from '../../../kit/tasks/run-in-order.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import type { StoreReader } from '../../../model/ports.ts';
import type { OpenedSecrets } from '../../../secrets/open-secrets.ts';
import { openProjectFiles } from '../../project/project-files.ts';
import { resolveOwnPath } from '../../project/resolve-own-path.ts';
import {
  checkKeySet,
  type EnvironmentContext,
  openEnvironmentSecrets,
} from '../open-environment-secrets.ts';
import { toPace } from '../open-lease.ts';
import { openStoreReader } from '../open-store.ts';
import { checkTargetUnchanged, toPlanTarget } from '../with-recorded-target.ts';
import { readWorldFile } from '../worlds/open-local-service.ts';

/** The sources of a rehearsal. All of it is only read, and no request leaves for the service. */
export type RehearsalSources = {
  readonly target: PlanTarget;
  readonly store: StoreReader;
  /** Verifies signatures. */
  readonly secrets: OpenedSecrets;
  /** The world of an embedded service. */
  readonly world: World | null;
  /** Requests per second that an apply may count on, by the project and by earlier runs. */
  readonly pace: number;
  close(): Promise<void>;
};

/** Opens the state of an environment for a rehearsal. Creates nothing. */
export async function openRehearsalSources(input: EnvironmentContext): Promise<RehearsalSources> {
  const { environment } = input.project;
  const { limits, service } = environment;
  checkKeySet(input);
  checkKeyThere(input);
  const secrets = await openEnvironmentSecrets(input, openProjectFiles(input.options.directory));
  const store = await openStoreReader(input);
  return closeIfFailing(store, async () => {
    await checkTargetUnchanged(environment, store);
    const world =
      service.kind === 'emulator'
        ? await readWorld(await readWorldFile(input.options.directory, service.worldFile))
        : null;
    return {
      target: toPlanTarget(environment),
      store,
      secrets,
      world,
      pace: toPace(limits, await store.readPace()),
      close: () => store.close(),
    };
  });
}

async function readWorld(text: string): Promise<World> {
  const { readWorld: read } = await import('../../../emulator/world/file/read-world.ts');
  return read(text);
}

// A key that is made now verifies nothing.
function checkKeyThere({ options, project: { environment } }: EnvironmentContext): void {
  if (environment.service.kind !== 'emulator') return;
  const file = join('.cyclectl', environment.name, 'secret.key');
  if (existsSync(resolveOwnPath(options.directory, file))) return;
  throw new OperationalError(
    `${environment.name} has no state here, so no plan of it was made here`,
    {
      remedy: 'Plan here with cyclectl plan --out FILE, and rehearse that plan.',
    },
  );
}
