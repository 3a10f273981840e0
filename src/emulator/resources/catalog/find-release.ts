import type { Release } from './catalog.ts';

/** Latest release of a name: the last one in the world that is no draft. */
function findLatest(releases: readonly Release[], name: string): Release | undefined {
  return releases.findLast((release) => release.name === name && !release.isDraft);
}

/** Release of a name and version; the latest without a version. */
export function findRelease(
  releases: readonly Release[],
  name: string,
  version: string | undefined,
): Release | undefined {
  return version === undefined
    ? findLatest(releases, name)
    : releases.find((release) => release.name === name && release.version === version);
}

/** Release of a path segment: digits are an id, anything else is a name. */
export function findByIdOrName(
  releases: readonly Release[],
  idOrName: string,
): Release | undefined {
  return isId(idOrName)
    ? releases.find((release) => release.id === Number(idOrName))
    : findLatest(releases, idOrName);
}

/** True for a path segment that is an id. */
export function isId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}
