import { toPointer } from '../../../kit/json/json-pointer.ts';
import { listNearest } from '../../../kit/text/nearest.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Rule } from './rule.ts';

/**
 * Requires that each id is for an environment of the project, because a typo would drop the
 * account.
 */
export const checkEnvironments: Rule<WrittenAccount> = (document, environments) => {
  if (environments === null) return [];
  return Object.keys(document.written.spec.ids ?? {})
    .filter((name) => !environments.has(name))
    .map((name) =>
      reportError('unknown-environment', {
        summary: `The project has no environment ${name}`,
        at: document.keySpanOf(toPointer(['spec', 'ids', name])),
        remedy: suggestEnvironment(name, environments),
      }),
    );
};

function suggestEnvironment(name: string, environments: ReadonlyMap<string, unknown>): string {
  const [nearest] = listNearest(name, environments.keys());
  const all = `Environments of cyclectl.yaml: ${[...environments.keys()].join(', ')}.`;
  return nearest === undefined ? all : `Did you mean ${nearest}? ${all}`;
}
