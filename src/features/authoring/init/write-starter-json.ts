import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import type { BegunProject } from './starter.ts';

/** What init has written, and what is to be done next, as data. */
export function writeStarterJson(begun: BegunProject): string {
  return `${writeHead('init')},"result":${writeSafeJson(toStarterData(begun))}}\n`;
}

/** The same as a value. */
export function toStarterData(begun: BegunProject): object {
  const { name, environment, target } = begun.starter;
  return {
    project: { name, environment, service: target.kind },
    files: begun.places,
    variables: listNeededVariables(target),
    next: listNextSteps(begun),
  };
}
