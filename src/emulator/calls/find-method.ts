import type { Method, Release } from '../resources/catalogue/catalog.ts';
import { findRelease } from '../resources/catalogue/find-release.ts';

/**
 * The method that a path names for an installed release: a number is a method of that release, a
 * MethodUniqueIdentifier the method at the latest release of the connector (SPEC 2.3, 9).
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
