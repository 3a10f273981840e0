import type { Environment } from '../../model/manifest/project.ts';
import { listMoved, type MovedAddress, type NotedTarget } from '../../model/memory/noted-target.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import { Refusal } from '../output/refusal.ts';

/** Where an environment's values are sent to. */
export function toNotedTarget({ name, service }: Environment): NotedTarget {
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
export async function refuseMoved(
  environment: Environment,
  store: Pick<StoreReader, 'readTarget'>,
): Promise<void> {
  const noted = await store.readTarget();
  const [moved] = noted === null ? [] : listMoved(noted, toNotedTarget(environment));
  if (moved === undefined) return;
  throw new Refusal({
    code: 'address-changed',
    severity: 'error',
    summary: `${environment.name}: ${sayMoved(moved)}; nothing was sent there`,
    at: environment.at,
    remedy: `If it has moved, a person says so: cyclectl state accept-address -e ${environment.name}`,
  });
}

/** `the address of the service was A and is B`. */
export function sayMoved({ what, was, is }: MovedAddress): string {
  return `the address of the ${what} was ${was} and is ${is}`;
}

/**
 * The same store; the first run that is noted in it notes what it is about. A run is noted before its first
 * request that writes.
 */
export function rememberTarget<T extends StoreWriter>(store: T, environment: Environment): T {
  const here = toNotedTarget(environment);
  return {
    ...store,
    keepRun: async (run) => {
      const noted = await store.readTarget();
      if (noted === null || noted.authAddress === undefined) await store.keepTarget(here);
      await store.keepRun(run);
    },
  };
}
