import { OperationalError } from '../../../../kit/operational-error.ts';
import type { ConsentPages, Environment } from '../../../../model/manifest/project.ts';

/** Where links lead, and how long they work. */
export type ConsentPlace = Pick<ConsentPages, 'origin' | 'validMs'>;

/** Path of links, before the token. */
export const linkPath = '/c/';

/** The pages for customers of an environment. Throws `OperationalError` if it has none, or no service that they reach. */
export function findPages({
  name,
  consent,
  service,
}: Pick<Environment, 'name' | 'consent' | 'service'>): ConsentPages {
  if (service.kind === 'emulator') {
    throw new OperationalError(
      `the service of ${name} ends with each command, so no link leads to it`,
      {
        remedy:
          'Name a service by service.baseUrl in cyclectl.yaml. To try links out, start one with cyclectl emulator.',
      },
    );
  }
  if (consent !== null) return consent;
  throw new OperationalError(`the environment ${name} has no consent.url`, {
    remedy:
      'Write "consent: {url: https://HOST}" into the environment in cyclectl.yaml: the address at which customers reach cyclectl consent serve.',
  });
}
