import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import type { CreatedProject } from './scaffold.ts';

/** Formats the written files and next steps of init as data. */
export function formatScaffoldJson(created: CreatedProject): string {
  return `${formatDocumentHead('init')},"result":${formatSafeJson(toScaffoldData(created))}}\n`;
}

/** Converts the result of init to a plain value. */
export function toScaffoldData(created: CreatedProject): object {
  const { name, environment, target } = created.scaffold;
  return {
    project: { name, environment, service: target.kind },
    files: created.places,
    variables: listNeededVariables(target),
    next: listNextSteps(created),
  };
}
