import { OperationalError } from '../../../../kit/operational-error.ts';
import type { ConsentPages, Environment } from '../../../../model/manifest/project.ts';

/** Where links lead, and how long they work. */
export type ConsentPlace = Pick<ConsentPages, 'origin' | 'validMs'>;

/** Path of links, before the token. */
export const linkPath = '/c/';

/** The pages for customers of an environment. Throws `OperationalError` if it has none. */
export function findPages({ name, consent }: Pick<Environment, 'name' | 'consent'>): ConsentPages {
  if (consent !== null) return consent;
  throw new OperationalError(`the environment ${name} has no consent.url`, {
    remedy:
      'Write "consent: {url: https://HOST}" into the environment in cyclectl.yaml: the address at which customers reach cyclectl consent serve.',
  });
}
