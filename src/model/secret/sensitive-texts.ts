import type { ConnectorRelease, LiveConnector } from '../live/live.ts';

/** Checks if any release of a connector marks a property as sensitive. */
export function isSensitive(
  property: string,
  connector: string,
  releases: readonly ConnectorRelease[],
): boolean {
  return releases
    .filter(({ name }) => name === connector)
    .some(({ properties }) =>
      properties.some((each) => each.name === property && each.isSensitive),
    );
}

/** Values of the sensitive properties of connectors, in clear: secrets, in Git or not. */
export function listSensitiveTexts(
  connectors: readonly LiveConnector[],
  releases: readonly ConnectorRelease[],
): readonly string[] {
  return connectors.flatMap(({ properties, release }) =>
    properties
      .filter(({ name }) => isSensitive(name, release.name, releases))
      .flatMap(({ value }) => value || []),
  );
}
