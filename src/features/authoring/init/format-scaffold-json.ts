import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import type { CreatedProject } from './scaffold.ts';

/** What init has written, and what is to be done next, as data. */
export function formatScaffoldJson(begun: CreatedProject): string {
  return `${formatDocumentHead('init')},"result":${formatSafeJson(toScaffoldData(begun))}}\n`;
}

/** The same as a value. */
export function toScaffoldData(begun: CreatedProject): object {
  const { name, environment, target } = begun.scaffold;
  return {
    project: { name, environment, service: target.kind },
    files: begun.places,
    variables: listNeededVariables(target),
    next: listNextSteps(begun),
  };
}
