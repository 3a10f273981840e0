import { type Body, withDefault } from '../../http/body/body.ts';
import { type Call, readParam } from '../../http/call.ts';
import { makePageReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { makeGuid, type State } from '../../state/state.ts';
import { partner } from '../../state/store.ts';
import { toServiceTime } from '../../world/clock.ts';
import { listCycleRows } from '../cycles/find-cycle.ts';
import { isRunning } from '../cycles/resolve-cycle.ts';
import type { AccountRow } from './account-row.ts';
import { applySettings, newAccountSettings, updateSettings } from './account-rules.ts';

/** GET /accounts; refused for a token of one account. */
export function listAccounts(call: Call): Reply {
  if (call.tokenAccountId !== null) {
    throw new Refusal(call.state.choices.tokenScopeMismatch, 'The token is for one account.');
  }
  const rows = call.state.accounts.list(partner);
  return makePageReply(
    call,
    rows.map(({ id, value }) => ({ id, name: value.name, value })),
    (row) => toAccountJson(call.state, row),
  );
}

/** GET /accounts/{id}/subaccounts; often empty (SERVICE A.1 [T]). */
export function listSubAccounts(call: Call): Reply {
  const parent = readAccount(call);
  const rows = call.state.accounts
    .list(partner)
    .filter(({ value }) => value.parentId === parent.id);
  return makePageReply(
    call,
    rows.map(({ id, value }) => ({ id, name: value.name, value })),
    (row) => toAccountJson(call.state, row),
  );
}

/** POST answers 200, not 201; an Id in use is a 400 (SPEC 2.1, SERVICE A.1 [T]). */
export function createAccount(call: Call): Reply {
  if (call.tokenAccountId !== null) {
    throw new Refusal(call.state.choices.tokenScopeMismatch, 'The token is for one account.');
  }
  return makeReply(toAccountJson(call.state, addAccount(call.state, call.body)));
}

/** Creates an account by the rules of POST. */
export function addAccount(state: State, body: Body): AccountRow {
  const settings = applySettings(newAccountSettings, body, state.choices);
  const given = withDefault(body.text('Id'), '');
  if (given !== '' && findAccount(state, given) !== undefined) {
    throw new Refusal(400, 'ID already in use');
  }
  const takesGiven = given !== '' && state.choices.accountIds === 'external';
  const id = takesGiven ? given : makeGuid(state, 'account');
  const row: AccountRow = {
    ...settings,
    id,
    externalId: given === '' ? id : given,
    parentId: readParent(state, body),
    createdAtMs: state.clock.nowMs(),
  };
  state.accounts.write(row.id, partner, row);
  return row;
}

/** `ParentAccountId` makes a sub account (SERVICE A.1 [D]); an unknown one is refused. */
function readParent(state: State, body: Body): string | null {
  const given = withDefault(body.text('ParentAccountId'), '');
  if (given === '') {
    return null;
  }
  const parent = findAccount(state, given);
  if (parent === undefined) {
    throw new Refusal(400, `There is no account '${given}' to be the parent.`);
  }
  return parent.id;
}

/** GET /accounts/{id}. */
export function describeAccount(call: Call): Reply {
  return makeReply(toAccountJson(call.state, readAccount(call)));
}

/** PUT /accounts/{id}: a partial update (SERVICE A.1 [T]). */
export function updateAccount(call: Call): Reply {
  const { id, externalId, parentId, createdAtMs, ...settings } = readAccount(call);
  const updated = updateSettings(settings, call.body, call.state.choices);
  const row: AccountRow = { ...updated, id, externalId, parentId, createdAtMs };
  call.state.accounts.write(id, partner, row);
  return makeReply(toAccountJson(call.state, row));
}

/**
 * DELETE /accounts/{id}: deletes its objects too; a choice decides about running cycles (SERVICE
 * I.26). Sub accounts stay, without a parent.
 */
export function deleteAccount(call: Call): Reply {
  const { state } = call;
  const row = readAccount(call);
  const cycles = listCycleRows(state, row.id);
  const running = cycles.find(isRunning);
  if (running !== undefined && state.choices.accountDeleteWithRunningCycles === 'refused') {
    throw new Refusal(409, `Cycle '${running.name}' is running.`);
  }
  for (const owner of [...state.cycles.list(row.id).map(({ id }) => id), row.id]) {
    state.store.removeOwned(owner);
  }
  state.accounts.remove(row.id);
  for (const { value } of state.accounts.list(partner)) {
    if (value.parentId === row.id) {
      state.accounts.write(value.id, partner, { ...value, parentId: null });
    }
  }
  return makeReply({});
}

/** Account of an id or external id. */
export function findAccount(state: State, id: string): AccountRow | undefined {
  return (
    state.accounts.read(id) ??
    (state.choices.accountIds === 'guid'
      ? state.accounts.list(partner).find(({ value }) => value.externalId === id)?.value
      : undefined)
  );
}

/** Account of the path, if the token may see it. */
export function readAccount(call: Call): AccountRow {
  const row = findAccount(call.state, readParam(call, 'accountId'));
  if (row === undefined) {
    throw makeNotFound('The account');
  }
  if (call.tokenAccountId !== null && call.tokenAccountId !== row.id) {
    throw new Refusal(call.state.choices.tokenScopeMismatch, 'The token is for another account.');
  }
  return row;
}

/**
 * The next bill is due a month after the creation at the same time of day (SERVICE L [Q3]), then
 * monthly; on the last day of a shorter month.
 */
function findNextBill(createdAtMs: number, nowMs: number): number {
  const created = new Date(createdAtMs);
  for (let months = 1; ; months += 1) {
    const due = new Date(createdAtMs);
    due.setUTCDate(1);
    due.setUTCMonth(created.getUTCMonth() + months);
    const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate();
    due.setUTCDate(Math.min(created.getUTCDate(), lastDay));
    if (due.getTime() > nowMs) {
      return due.getTime();
    }
  }
}

function toAccountJson(state: State, row: AccountRow): unknown {
  return {
    CreatedDate: toServiceTime(row.createdAtMs),
    Id: row.id,
    Name: row.name,
    Description: row.description,
    AuditInfo: row.auditInfo,
    TaskAuditInfo: row.taskAuditInfo,
    Timezone: row.timezone,
    NextBillDateUtc: toServiceTime(findNextBill(row.createdAtMs, state.clock.nowMs())),
    StepDataSuccessRetentionHours: row.successRetentionHours,
    StepDataErroredRetentionHours: row.erroredRetentionHours,
    TransactionErrorWebhookEnabled: row.webhookEnabled,
    TransactionErrorWebhookUrl: row.webhookUrl,
    TransactionErrorWebhookIncludeWarnings: row.webhookIncludeWarnings,
  };
}
