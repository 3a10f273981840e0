import { toPointer } from '../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenBlueprint } from '../../../model/manifest/blueprint.ts';
import type { WrittenFleet } from '../../../model/manifest/layers.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Policy } from '../../../model/plan/policy.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { Rule } from './rule.ts';

/**
 * Requires that each id is for an environment of the project, because a typo would drop the
 * account.
 */
export const checkEnvironments: Rule<WrittenAccount> = (document, environments) => {
  if (environments === null) return [];
  return Object.keys(document.written.spec.ids ?? {})
    .filter((name) => !environments.has(name))
    .map((name) => {
      const at = document.keySpanOf(toPointer(['spec', 'ids', name]));
      return reportUnknownEnvironment(name, at, environments);
    });
};

/** Requires the same of the values of a blueprint, which a typo would drop. */
export const checkBlueprintEnvironments: Rule<WrittenBlueprint> = (document, environments) => {
  if (environments === null) return [];
  return Object.keys(document.written.spec.environments ?? {})
    .filter((name) => !environments.has(name))
    .map((name) => {
      const at = document.keySpanOf(toPointer(['spec', 'environments', name]));
      return reportUnknownEnvironment(name, at, environments);
    });
};

/** Requires the same of each pin, which a typo would drop. */
export const checkPinEnvironments: Rule<WrittenFleet> = (document, environments) => {
  if (environments === null) return [];
  return (document.written.spec.overrides ?? []).flatMap(({ pin }, index) => {
    const name = pin?.environment;
    if (name === undefined || environments.has(name)) return [];
    const at = document.spanOf(toPointer(['spec', 'overrides', index, 'pin', 'environment']));
    return [reportUnknownEnvironment(name, at, environments)];
  });
};

/** Requires the same of what policies match, because a typo would drop the policy. */
export function checkPolicyEnvironments(
  policies: readonly Policy[],
  environments: ReadonlyMap<string, unknown>,
): readonly Diagnostic[] {
  return policies.flatMap(({ document }) =>
    (document.written.spec.match?.environments ?? []).flatMap((name, index) => {
      if (environments.has(name)) return [];
      const at = document.spanOf(toPointer(['spec', 'match', 'environments', index]));
      return [reportUnknownEnvironment(name, at, environments)];
    }),
  );
}

/** Reports the name of an environment that the project does not have. */
function reportUnknownEnvironment(
  name: string,
  at: SourceSpan,
  environments: ReadonlyMap<string, unknown>,
): Diagnostic {
  const [nearest] = listNearest(name, environments.keys());
  const all = `Environments of cyclectl.yaml: ${[...environments.keys()].join(', ')}.`;
  return reportError('unknown-environment', {
    summary: `The project has no environment ${name}`,
    at,
    remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
  });
}
