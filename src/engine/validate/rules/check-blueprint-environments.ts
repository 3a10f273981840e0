import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenBlueprint } from '../../../model/manifest/blueprint.ts';
import { reportUnknownEnvironment } from './check-environments.ts';
import type { Rule } from './rule.ts';

/** Requires that each set of values is for an environment of the project, because a typo would drop it. */
export const checkBlueprintEnvironments: Rule<WrittenBlueprint> = (document, environments) => {
  if (environments === null) return [];
  return Object.keys(document.written.spec.environments ?? {})
    .filter((name) => !environments.has(name))
    .map((name) => {
      const at = document.keySpanOf(toPointer(['spec', 'environments', name]));
      return reportUnknownEnvironment(name, at, environments);
    });
};
