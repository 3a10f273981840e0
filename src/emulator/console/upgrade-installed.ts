import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import { listAccountIds } from '../resources/accounts/account-row.ts';
import { listCycleRows } from '../resources/cycles/find-cycle.ts';
import { findUpgrade, migrateCycle } from '../resources/templates/migrate-cycle.ts';
import { findTemplateRow } from '../resources/templates/template-rows.ts';
import type { ConsoleAction } from './console-action.ts';

/**
 * `upgradeInstalled: {template: ID or NAME}`: moves every cycle of the template to its Live release
 * (SERVICE E.1 [D]); answers with their number.
 */
export const upgradeInstalled: ConsoleAction = (state, value) => {
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
    migrateCycle(state, cycle, template);
    return true;
  });
  return { cycles: upgraded.length };
};
