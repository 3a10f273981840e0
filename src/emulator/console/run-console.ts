import { updateAllowList } from '../calls/allow-list.ts';
import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import { listAccountIds } from '../resources/accounts/account-row.ts';
import { listCycleRows } from '../resources/cycles/find-cycle.ts';
import { findTemplateRow, writeTemplateRow } from '../resources/templates/template-rows.ts';
import { findUpgrade, updateToRelease } from '../resources/templates/update-to-release.ts';
import type { State } from '../state/state.ts';
import type { ConsoleAction } from './console-action.ts';
import { promoteRelease } from './promote-release.ts';
import { promoteTemplate } from './promote-template.ts';
import { writeSettings } from './settings.ts';

/**
 * `publish: {template: ID or NAME, published: true | false}`: lists the template, or not (SERVICE
 * A.4 [D]).
 */
const publish: ConsoleAction = (state, value) => {
  const body = new Body(value);
  const published = body.boolean('published');
  if (published.kind !== 'value') {
    throw new Refusal(400, 'publish needs published, true or false.');
  }
  const row = findTemplateRow(state, withDefault(body.text('template'), ''));
  writeTemplateRow(state, { ...row, isPublished: published.value });
  return { template: row.id, published: published.value };
};

/** `settings: {NAME: VALUE, …}`: changes the named settings. */
const updateSettings: ConsoleAction = (state, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'settings must be an object of settings by name.');
  }
  return writeSettings(state, value as Readonly<Record<string, unknown>>);
};

/**
 * `upgradeInstalled: {template: ID or NAME}`: moves every cycle of the template to its Live release
 * (SERVICE E.1 [D]); answers with their number.
 */
const upgradeInstalled: ConsoleAction = (state, value) => {
  const named = withDefault(new Body(value).text('template'), '');
  if (named === '') {
    throw new Refusal(400, 'upgradeInstalled needs a template.');
  }
  const { id } = findTemplateRow(state, named);
  const cycles = listAccountIds(state)
    .flatMap((accountId) => listCycleRows(state, accountId))
    .filter(({ templateId }) => templateId === id);
  const upgraded = cycles.filter((cycle) => {
    const template = findUpgrade(state, cycle);
    if (template === undefined) {
      return false;
    }
    updateToRelease(state, cycle, template);
    return true;
  });
  return { cycles: upgraded.length };
};

/**
 * `promote: {template, …}` or `promote: {connector, …}`: makes a release Live and the former one
 * Deprecated (SERVICE E.1 [D]). Changes no cycle, so each keeps its next run (SPEC 9).
 */
const promote: ConsoleAction = (state, value) => {
  const body = new Body(value);
  if (withDefault(body.text('template'), '') !== '') {
    return promoteTemplate(state, value);
  }
  if (withDefault(body.text('connector'), '') !== '') {
    return promoteRelease(state, value);
  }
  throw new Refusal(400, 'promote needs a template or a connector.');
};

/** Console actions by name, in the order in which one request runs them. */
export const consoleActions: Readonly<Record<string, ConsoleAction>> = {
  settings: updateSettings,
  promote,
  publish,
  upgradeInstalled,
  allowList: updateAllowList,
};

/** Actions by name, with their values: `{settings: {taskAllowance: 1000}}`. */
export type ConsoleRequest = Readonly<Record<string, unknown>>;

/** Runs the actions in the order of the table; returns their answers by name. */
export function runConsole(state: State, request: ConsoleRequest): ConsoleRequest {
  const names = Object.keys(request);
  const unknown = names.find((name) => !Object.hasOwn(consoleActions, name));
  if (unknown !== undefined || names.length === 0) {
    const known = Object.keys(consoleActions).join(', ');
    throw new Refusal(
      400,
      `${unknown === undefined ? '' : `Unknown action '${unknown}'. `}The actions are ${known}.`,
    );
  }
  return Object.fromEntries(
    Object.entries(consoleActions)
      .filter(([name]) => Object.hasOwn(request, name))
      .map(([name, act]) => [name, act(state, request[name])]),
  );
}
