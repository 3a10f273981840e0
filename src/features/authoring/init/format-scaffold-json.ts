import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import type { CreatedProject } from './scaffold.ts';

/** Formats the written files and next steps of init as data. */
export function formatScaffoldJson(begun: CreatedProject): string {
  return `${formatDocumentHead('init')},"result":${formatSafeJson(toScaffoldData(begun))}}\n`;
}

/** Converts the result of init to a plain value. */
export function toScaffoldData(begun: CreatedProject): object {
  const { name, environment, target } = begun.scaffold;
  return {
    project: { name, environment, service: target.kind },
    files: begun.places,
    variables: listNeededVariables(target),
    next: listNextSteps(begun),
  };
}
