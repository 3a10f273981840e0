import type { ConnectorRelease } from './live.ts';

/**
 * The latest release: the highest version, then the highest id; null if there is none. An
 * assumption, because the list has no order.
 */
export function findLatestRelease(releases: readonly ConnectorRelease[]): ConnectorRelease | null {
  return releases.reduce<ConnectorRelease | null>(
    (latest, release) =>
      latest === null || compareReleases(release, latest) > 0 ? release : latest,
    null,
  );
}

/** Order of releases of a connector, oldest first. */
export function compareReleases(left: ConnectorRelease, right: ConnectorRelease): number {
  const byVersion = (left.version ?? '').localeCompare(right.version ?? '', 'en', {
    numeric: true,
  });
  return byVersion === 0 ? Number(left.id) - Number(right.id) : byVersion;
}
