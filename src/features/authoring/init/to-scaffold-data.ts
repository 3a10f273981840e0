import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import type { CreatedProject } from './scaffold.ts';

/** Converts the result of init, its written files and next steps, to a plain value. */
export function toScaffoldData(created: CreatedProject): object {
  const { name, environment, target } = created.scaffold;
  return {
    project: { name, environment, service: target.kind },
    files: created.places,
    variables: listNeededVariables(target),
    next: listNextSteps(created),
  };
}
