import type { FieldPath, ObjectKind } from '../address.ts';
import { parsePath } from '../address.ts';
import { cycleFields } from './cycle-fields.ts';
import { type FieldRow, plainField } from './field-row.ts';

const ofAccount = { ...plainField, kind: 'account', contract: 'at-creation' } as const;
const ofConnector = { ...plainField, kind: 'connector' } as const;

/**
 * The field table: the heart of diff, verify, docs/reference/fields.md and the generators of the tests. A path
 * that is not here cannot be managed.
 */
export const fieldTable: readonly FieldRow[] = [
  {
    ...ofAccount,
    path: 'displayName',
    wire: ['Name'],
    property: 'name',
    source: 'SPEC 2.1',
  },
  {
    ...ofAccount,
    path: 'description',
    wire: ['Description'],
    property: 'description',
    clear: 'null',
    normaliser: 'empty-is-null',
    source: 'SPEC 2.1',
  },
  {
    ...ofAccount,
    path: 'timezone',
    wire: ['Timezone'],
    property: 'timezone',
    source: 'SPEC 2.1',
  },
  {
    ...ofAccount,
    path: 'auditInfo',
    wire: ['AuditInfo'],
    property: 'auditInfo',
    clear: 'null',
    normaliser: 'empty-is-null',
    contract: 'full',
    source: 'SPEC 2.1; SERVICE A.1 [T]; assumed: an update writes it, and null clears it',
  },
  {
    ...ofAccount,
    path: 'taskAuditInfo',
    wire: ['TaskAuditInfo'],
    property: 'taskAuditInfo',
    clear: 'null',
    normaliser: 'empty-is-null',
    contract: 'full',
    source: 'SPEC 2.1; SERVICE A.1 [T]; assumed: an update writes it, and null clears it',
  },
  {
    ...ofAccount,
    path: 'retention/successHours',
    wire: ['StepDataSuccessRetentionHours'],
    property: 'successHours',
    clear: 'null',
    source: 'SPEC 2.1; SERVICE A.1 [T]',
  },
  {
    ...ofAccount,
    path: 'retention/erroredHours',
    wire: ['StepDataErroredRetentionHours'],
    property: 'erroredHours',
    clear: 'null',
    source: 'SPEC 2.1; SERVICE A.1 [T]',
  },
  {
    ...ofAccount,
    path: 'errorWebhook/enabled',
    wire: ['TransactionErrorWebhookEnabled'],
    property: 'webhookEnabled',
    clear: 'disabled',
    needsWith: ['errorWebhook/url'],
    source: 'SPEC 2.1; SERVICE A.1 [T]',
  },
  {
    ...ofAccount,
    path: 'errorWebhook/url',
    wire: ['TransactionErrorWebhookUrl'],
    property: 'webhookUrl',
    normaliser: 'web-address',
    needsWith: ['errorWebhook/enabled'],
    sensitive: 'by-reference',
    source: 'SPEC 2.1; SERVICE A.1 [T]',
  },
  {
    ...ofAccount,
    path: 'errorWebhook/includeWarnings',
    wire: ['TransactionErrorWebhookIncludeWarnings'],
    property: 'webhookIncludesWarnings',
    needsWith: ['errorWebhook/enabled', 'errorWebhook/url'],
    source: 'SPEC 2.1; SERVICE A.1 [T]',
  },
  {
    ...ofConnector,
    path: 'connector/name',
    wire: ['Connector.Name'],
    onChange: 'refused',
    writable: 'at-creation',
    contract: 'documented',
    source: 'SPEC 4.3',
  },
  {
    ...ofConnector,
    path: 'connector/version',
    wire: ['Connector.Version'],
    onChange: 'refused',
    writable: 'at-creation',
    contract: 'documented',
    source: 'SPEC 4.3',
  },
  {
    ...ofConnector,
    path: 'displayName',
    wire: ['Name'],
    contract: 'at-creation',
    source: 'SPEC 4.3; SERVICE A.3 [T]',
  },
  {
    ...ofConnector,
    path: 'description',
    wire: ['Description'],
    clear: 'null',
    normaliser: 'empty-is-null',
    contract: 'at-creation',
    source: 'SPEC 4.3; SERVICE A.3 [T]',
  },
  {
    ...ofConnector,
    path: 'auth',
    wire: ['AuthValue', 'Authenticated'],
    readable: 'depends',
    sensitive: 'always',
    contract: 'at-creation',
    source: 'SPEC 4.3; SERVICE A.3 [T], I.13',
  },
  {
    ...ofConnector,
    path: 'properties/*',
    wire: ['Properties[].Value'],
    sensitive: 'by-catalogue',
    source: 'SERVICE A.2, A.3 [T]',
  },
  {
    ...ofConnector,
    path: 'customCategories/*',
    wire: ['Name'],
    readable: 'no',
    writable: 'at-creation',
    onChange: 'refused',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE I.16',
  },
  ...cycleFields,
];

/** The row that a field path belongs to. A path without a row is a mistake of ours. */
export function findFieldRow(kind: ObjectKind, path: FieldPath): FieldRow {
  const names = parsePath(path);
  const row = fieldTable.find((candidate) => candidate.kind === kind && isMatch(candidate, names));
  if (row === undefined) throw new Error(`No row of the field table for ${kind} ${path}`);
  return row;
}

const patterns = new Map(fieldTable.map((row) => [row, row.path.split('/')]));

function isMatch(row: FieldRow, names: readonly string[]): boolean {
  const pattern = patterns.get(row) ?? [];
  return (
    pattern.length === names.length &&
    pattern.every((name, index) => name === '*' || name === names[index])
  );
}
