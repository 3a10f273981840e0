import type { Method, Release } from '../resources/catalogue/catalog.ts';
import { findRelease } from '../resources/catalogue/find-release.ts';

/**
 * Method of a path for an installed release: a number is a method of that release, a
 * MethodUniqueIdentifier one of the connector's latest release (SPEC 2.3, 9).
 */
export function findMethod(
  releases: readonly Release[],
  installed: Release,
  id: string,
): Method | undefined {
  if (/^[0-9]+$/.test(id)) {
    return installed.methods.find((each) => each.id === Number(id));
  }
  const latest = findRelease(releases, installed.name, undefined);
  return latest?.methods.find((each) => each.uniqueIdentifier === id);
}
