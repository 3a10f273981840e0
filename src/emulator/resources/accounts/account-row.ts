import { partner, type Table } from '../../state/store.ts';

/** An account as the service keeps it. Times are milliseconds since 1970. */
export interface AccountRow {
  /** The Id that the service answers and that the account header takes. */
  readonly id: string;
  /** The id that the creator gave, or the Id. */
  readonly externalId: string;
  /** Id of the account that this one is a sub account of, or null. */
  readonly parentId: string | null;
  readonly createdAtMs: number;
  readonly name: string;
  readonly description: string | null;
  readonly auditInfo: string | null;
  readonly taskAuditInfo: string | null;
  readonly timezone: string;
  /** Hours; null is the default of the console. */
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
