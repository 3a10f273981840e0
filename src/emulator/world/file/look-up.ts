import type { World, WorldField, WorldMethod, WorldRelease } from './world.ts';
import type { WorldProblem } from './world-error.ts';

/** Parses a slot of a template: `Sample CRM#2` is the second connector of that kind. */
export function parseSlot(slot: string): { readonly connector: string; readonly ordinal: number } {
  const match = /^(.*\S)#([1-9][0-9]*)$/s.exec(slot);
  return match?.[1] === undefined
    ? { connector: slot, ordinal: 1 }
    : { connector: match[1], ordinal: Number(match[2]) };
}

/** Release to install; without a version the last one that is no draft. */
export function findRelease(
  world: World,
  name: string,
  version: string | undefined,
): WorldRelease | undefined {
  return world.connectors
    ?.find((connector) => connector.name === name)
    ?.releases.findLast(
      (release) => !release.draft && (version === undefined || release.version === version),
    );
}

/** Position of a step by name; `NAME#2` is the second of that name, and a full name wins. */
export function findStep(names: readonly string[], wanted: string): number | undefined {
  const whole = names.indexOf(wanted);
  if (whole >= 0) {
    return whole;
  }
  const { connector: name, ordinal } = parseSlot(wanted);
  return names.flatMap((each, index) => (each === name ? [index] : []))[ordinal - 1];
}

/** Fields of a method that take values; none for a webhook. */
export function listTargets({ type, fields = [] }: WorldMethod): readonly (string | WorldField)[] {
  return type === 'Webhook' ? [] : fields;
}

/** Fields that later steps read; for a webhook all its fields. */
export function listSources(method: WorldMethod): readonly (string | WorldField)[] {
  const { type, fields = [], responseFields = [] } = method;
  return type === 'Webhook' ? [...responseFields, ...fields] : responseFields;
}

/** The Locations of fields, in either form. */
export function readLocations(fields: readonly (string | WorldField)[]): readonly string[] {
  return fields.map((field) => (typeof field === 'string' ? field : field.location));
}

/** Describes an unknown name, with the known ones. */
export function describeMissing(
  what: string,
  name: string,
  known: readonly string[],
): Pick<WorldProblem, 'kind' | 'message'> & { readonly remedy: string } {
  return {
    kind: 'unknown-name',
    message: `There is no ${what} '${name}'.`,
    remedy: known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`,
  };
}

/** Describes a connector or release that cannot be installed. */
export function describeUninstallable(
  world: World,
  name: string,
  version: string | undefined,
): Pick<WorldProblem, 'kind' | 'message'> & { readonly remedy: string } {
  const connector = world.connectors?.find((each) => each.name === name);
  const known = (connector?.releases ?? []).filter(({ draft }) => draft !== true);
  return {
    kind: 'unknown-name',
    message: `There is no connector '${name}'${version === undefined ? '' : ` ${version}`} to install.`,
    remedy:
      connector === undefined
        ? describeMissing(
            'connector',
            name,
            (world.connectors ?? []).map((each) => each.name),
          ).remedy
        : describeMissing(
            'version',
            name,
            known.map((each) => each.version),
          ).remedy,
  };
}
