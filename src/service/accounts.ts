import type { LiveAccount, RemoteId } from '../model/live/live.ts';
import type { AccountWrite } from '../model/live/writes.ts';
import type { ServiceReader, ServiceWriter } from '../model/ports.ts';
import {
  readFlag,
  readId,
  readOptionalInt,
  readOptionalText,
  readText,
  type Wire,
} from '../wire/shape.ts';
import { type Client, toNullable, toPath } from './http/client.ts';
import { listPages } from './http/list-pages.ts';

/** Reads of accounts (SERVICE A.1 [T]). */
export function makeAccountReader(
  client: Client,
): Pick<ServiceReader, 'listAccounts' | 'readAccount'> {
  return {
    listAccounts: () =>
      listPages(client, { path: '/accounts', account: null }, (wire) =>
        readAccount(client.noteMembers('account', wire)),
      ),
    readAccount: async (id) =>
      toNullable(
        await client.ask(
          { method: 'GET', path: toPath('accounts', id), account: null, repeat: 'safe' },
          (wire) => readAccount(client.noteMembers('account', wire)),
        ),
      ),
  };
}

/** Writes of accounts (SPEC 4.5; SERVICE A.1 [T]). */
export function makeAccountWriter(
  client: Client,
): Pick<ServiceWriter, 'createAccount' | 'updateAccount' | 'deleteAccount'> {
  return {
    createAccount: (id, write) =>
      client.ask(
        {
          method: 'POST',
          path: '/accounts',
          account: null,
          body: { Id: id, ...toAccountBody(write) },
          repeat: 'never',
        },
        readAccount,
      ),
    updateAccount: (id: RemoteId, write) =>
      client.ask(
        {
          method: 'PUT',
          path: toPath('accounts', id),
          account: null,
          body: toAccountBody(write),
          repeat: 'safe',
        },
        readAccount,
      ),
    deleteAccount: async (id) =>
      toNullable(
        await client.write({
          method: 'DELETE',
          path: toPath('accounts', id),
          account: null,
          body: {},
          repeat: 'safe',
        }),
      ),
  };
}

function readAccount(wire: Wire): LiveAccount {
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    description: readOptionalText(wire, 'Description'),
    timezone: readOptionalText(wire, 'Timezone'),
    auditInfo: readOptionalText(wire, 'AuditInfo'),
    taskAuditInfo: readOptionalText(wire, 'TaskAuditInfo'),
    successHours: readOptionalInt(wire, 'StepDataSuccessRetentionHours'),
    erroredHours: readOptionalInt(wire, 'StepDataErroredRetentionHours'),
    webhookEnabled: readFlag(wire, 'TransactionErrorWebhookEnabled'),
    webhookUrl: readOptionalText(wire, 'TransactionErrorWebhookUrl'),
    webhookIncludesWarnings: readFlag(wire, 'TransactionErrorWebhookIncludeWarnings'),
  };
}

/** Undefined keys are left out of the JSON, and an absent key keeps its value. */
function toAccountBody(write: AccountWrite): Record<string, unknown> {
  return {
    Name: write.name,
    Description: write.description,
    Timezone: write.timezone,
    AuditInfo: write.auditInfo,
    TaskAuditInfo: write.taskAuditInfo,
    StepDataSuccessRetentionHours: write.successHours,
    StepDataErroredRetentionHours: write.erroredHours,
    TransactionErrorWebhookEnabled: write.webhookEnabled,
    TransactionErrorWebhookUrl: write.webhookUrl,
    TransactionErrorWebhookIncludeWarnings: write.webhookIncludesWarnings,
  };
}
