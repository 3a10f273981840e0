import { partner, type Table } from '../../state/store.ts';

/** A stored account. Times are milliseconds since 1970. */
export interface AccountRow {
  /** Id in answers of the service and in the account header. */
  readonly id: string;
  /** Id that the creator gave, or the Id. */
  readonly externalId: string;
  /** Id of the parent account, or null. */
  readonly parentId: string | null;
  readonly createdAtMs: number;
  readonly name: string;
  readonly description: string | null;
  readonly auditInfo: string | null;
  readonly taskAuditInfo: string | null;
  readonly timezone: string;
  /** Hours; null: the default of the console. */
  readonly successRetentionHours: number | null;
  readonly erroredRetentionHours: number | null;
  readonly webhookEnabled: boolean;
  readonly webhookUrl: string | null;
  readonly webhookIncludeWarnings: boolean;
}

/** Ids of all accounts. */
export function listAccountIds({
  accounts,
}: {
  readonly accounts: Table<AccountRow>;
}): readonly string[] {
  return accounts.list(partner).map(({ id }) => id);
}
