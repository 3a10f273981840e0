import type { Environment } from '../../model/manifest/project.ts';
import type { PlanTarget } from '../../model/plan/plan.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import {
  type ChangedAddress,
  listChangedAddresses,
  type StoredTarget,
} from '../../model/state/stored-target.ts';
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
 * Refuses a changed address until a person accepts it, because its owner receives everything that
 * is sent. Throws `Refusal`.
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
    remedy: `If the move is intended, accept it: cyclectl state accept-address -e ${environment.name}`,
  });
}

/** `the address of the service was A and is B`. */
export function formatMovedTarget({ what, was, is }: ChangedAddress): string {
  return `the address of the ${what} was ${was} and is ${is}`;
}

/** The same store, which records its target with the first run, before any write to the service. */
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
