import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import type { ConsoleAction } from './console-action.ts';
import { promoteRelease } from './promote-release.ts';
import { promoteTemplate } from './promote-template.ts';

/**
 * `promote: {template, …}` or `promote: {connector, …}`: makes a release Live and the former one
 * Deprecated (SERVICE E.1 [D]). Changes no cycle, so each keeps its next run (SPEC 9).
 */
export const promote: ConsoleAction = (state, value) => {
  const body = new Body(value);
  if (withDefault(body.text('template'), '') !== '') {
    return promoteTemplate(state, value);
  }
  if (withDefault(body.text('connector'), '') !== '') {
    return promoteRelease(state, value);
  }
  throw new Refusal(400, 'promote needs a template or a connector.');
};
