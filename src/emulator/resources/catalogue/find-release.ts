import type { Release } from './catalog.ts';

/** The latest of the releases with a name: the last in the world that is no draft. */
function findLatest(releases: readonly Release[], name: string): Release | undefined {
  return releases.findLast((release) => release.name === name && !release.isDraft);
}

/** The release with a name and a version; without a version the latest. */
export function findRelease(
  releases: readonly Release[],
  name: string,
  version: string | undefined,
): Release | undefined {
  return version === undefined
    ? findLatest(releases, name)
    : releases.find((release) => release.name === name && release.version === version);
}

/** What a path segment names: digits are an id, anything else the latest of that name. */
export function findByIdOrName(
  releases: readonly Release[],
  idOrName: string,
): Release | undefined {
  return isId(idOrName)
    ? releases.find((release) => release.id === Number(idOrName))
    : findLatest(releases, idOrName);
}

/** Whether a path segment is an id and not a name. */
export function isId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}
