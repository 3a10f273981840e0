import { formatNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import { formatSpan } from '../../../model/source-span.ts';
import type { LackingVariable } from './resolve-account-placeholders.ts';

export type MissingVariables = {
  readonly environment: string;
  readonly lacking: readonly LackingVariable[];
};

/**
 * Reports each placeholder once, with the environments that lack its variable, and the nearest
 * names or its place in another environment. `lacks` has all environments of the account.
 */
export function reportMissingVariables(
  lacks: readonly MissingVariables[],
  environments: KnownEnvironments,
): readonly Diagnostic[] {
  const places = new Map<string, { lack: LackingVariable; names: string[] }>();
  for (const { environment, lacking } of lacks) {
    for (const lack of lacking) {
      const location = `${formatSpan(lack.at)} ${lack.name}`;
      const known = places.get(location) ?? { lack, names: [] };
      places.set(location, known);
      if (!known.names.includes(environment)) known.names.push(environment);
    }
  }
  return [...places.values()].map(({ lack: { name, at, masked }, names }) => ({
    code: 'unknown-variable',
    severity: 'error',
    summary: `${formatOwners(names)} no variable ${name}`,
    at,
    ...findElsewhere(name, environments),
    remedy: suggest(name, names, environments),
    ...(masked ? { masked } : {}),
  }));
}

function formatOwners(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length === 1) return `The environment ${first} has`;
  return `The environments ${names.slice(0, -1).join(', ')} and ${names.at(-1)} have`;
}

function suggest(name: string, names: readonly string[], environments: KnownEnvironments): string {
  const location =
    names.length === 1
      ? `spec.environments.${names[0]}.variables of ${projectFile}`
      : `variables of each of them, in spec.environments of ${projectFile}`;
  const add = `Write ${name} under ${location}.`;
  const others = names.flatMap((each) => [...(environments.get(each)?.variables?.keys() ?? [])]);
  const near = formatNearest(name, others);
  return near === null ? add : `${add} ${near}`;
}

function findElsewhere(name: string, environments: KnownEnvironments): Pick<Diagnostic, 'related'> {
  for (const [environment, { variables }] of environments) {
    const variable = variables?.get(name);
    if (variable !== undefined) {
      return { related: [{ at: variable.at, says: `defined for ${environment}` }] };
    }
  }
  return {};
}
