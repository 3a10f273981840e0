import type { BegunProject } from '../../model/starter.ts';
import { listNeededVariables } from './list-needed-variables.ts';
import { listNextSteps } from './list-next-steps.ts';
import { writeHead, writeSafeJson } from './write-document.ts';

/** What init has written, and what is to be done next, as data. */
export function writeStarterJson(begun: BegunProject): string {
  const { name, environment, target } = begun.starter;
  const told = {
    project: { name, environment, service: target.kind },
    files: begun.places,
    variables: listNeededVariables(target),
    next: listNextSteps(begun),
  };
  return `${writeHead('init')},"result":${writeSafeJson(told)}}\n`;
}
