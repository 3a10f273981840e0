import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenFleet } from '../../../model/manifest/layers.ts';
import { reportUnknownEnvironment } from './check-environments.ts';
import type { Rule } from './rule.ts';

/** Requires that each pin is for an environment of the project, because a typo would drop it. */
export const checkPinEnvironments: Rule<WrittenFleet> = (document, environments) => {
  if (environments === null) return [];
  return (document.written.spec.overrides ?? []).flatMap(({ pin }, index) => {
    const name = pin?.environment;
    if (name === undefined || environments.has(name)) return [];
    const at = document.spanOf(toPointer(['spec', 'overrides', index, 'pin', 'environment']));
    return [reportUnknownEnvironment(name, at, environments)];
  });
};
