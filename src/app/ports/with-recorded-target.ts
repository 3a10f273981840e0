import type { Environment } from '../../model/manifest/project.ts';
import {
  type ChangedAddress,
  listChangedAddresses,
  type StoredTarget,
} from '../../model/memory/stored-target.ts';
import type { PlanTarget } from '../../model/plan/plan.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import { Refusal } from '../output/refusal.ts';

/** The target that a plan names. */
export function toPlanTarget({ name, service }: Environment): PlanTarget {
  return service.kind === 'emulator'
    ? { environment: name, service: 'emulator', address: service.worldFile }
    : { environment: name, service: 'remote', address: service.baseUrl };
}

/** Where an environment's values are sent to. */
export function toRecordedTarget({ name, service }: Environment): StoredTarget {
  return service.kind === 'emulator'
    ? {
        environment: name,
        service: 'emulator',
        address: service.worldFile,
        authAddress: null,
      }
    : {
        environment: name,
        service: 'remote',
        address: service.baseUrl,
        authAddress: service.authUrl,
      };
}

/**
 * What is sent to an address, its owner has: a branch that writes another one is refused until a person has
 * confirmed it. Nothing was sent before. Throws `Refusal`.
 */
export async function checkTargetUnchanged(
  environment: Environment,
  store: Pick<StoreReader, 'readTarget'>,
): Promise<void> {
  const noted = await store.readTarget();
  const [moved] = noted === null ? [] : listChangedAddresses(noted, toRecordedTarget(environment));
  if (moved === undefined) return;
  throw new Refusal({
    code: 'address-changed',
    severity: 'error',
    summary: `${environment.name}: ${formatMovedTarget(moved)}; nothing was sent there`,
    at: environment.at,
    remedy: `If it has moved, a person says so: cyclectl state accept-address -e ${environment.name}`,
  });
}

/** `the address of the service was A and is B`. */
export function formatMovedTarget({ what, was, is }: ChangedAddress): string {
  return `the address of the ${what} was ${was} and is ${is}`;
}

/**
 * The same store; the first run that is noted in it notes what it is about. A run is noted before its first
 * request that writes.
 */
export function withRecordedTarget<T extends StoreWriter>(store: T, environment: Environment): T {
  const here = toRecordedTarget(environment);
  return {
    ...store,
    saveRun: async (run) => {
      const noted = await store.readTarget();
      if (noted === null || noted.authAddress === undefined) await store.saveTarget(here);
      await store.saveRun(run);
    },
  };
}
