import type { FieldPath, ObjectKind } from '../address.ts';
import { parsePath } from '../address.ts';
import type { FieldRow } from './field-row.ts';

const plain = {
  property: null,
  readable: 'yes',
  writable: 'always',
  clear: 'no',
  normaliser: 'as-it-is',
  needsWith: [],
  onChange: 'in-place',
  sensitive: 'no',
  contract: 'full',
} as const;

const ofAccount = { ...plain, kind: 'account', contract: 'at-creation' } as const;
const ofConnector = { ...plain, kind: 'connector' } as const;
const ofCycle = { ...plain, kind: 'cycle', onChange: 'interrupts' } as const;

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
  {
    ...ofCycle,
    path: 'from/template',
    wire: ['TemplateId'],
    onChange: 'replaces',
    writable: 'at-creation',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'from/file',
    wire: ['Steps', 'Edges'],
    readable: 'depends',
    onChange: 'replaces',
    writable: 'at-creation',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE E.2 [P]',
  },
  { ...ofCycle, path: 'displayName', wire: ['Name'], property: 'name', source: 'SERVICE A.5 [T]' },
  {
    ...ofCycle,
    path: 'description',
    wire: ['Description'],
    property: 'description',
    clear: 'null',
    normaliser: 'empty-is-null',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'tags',
    wire: ['Tags'],
    property: 'tags',
    normaliser: 'set',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'retention/successHours',
    wire: ['StepDataSuccessRetentionHours'],
    property: 'successHours',
    clear: 'null',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'retention/erroredHours',
    wire: ['StepDataErroredRetentionHours'],
    property: 'erroredHours',
    clear: 'null',
    source: 'SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'connectors/*',
    wire: ['AccountConnector.Id'],
    source: 'SERVICE A.5 [T]; assumed: a connector is bound by the id of each step',
  },
  {
    ...ofCycle,
    path: 'variables/*',
    wire: ['Value'],
    sensitive: 'by-reference',
    source: 'SERVICE A.5 [T], I.25',
  },
  {
    ...ofCycle,
    path: 'steps/*/parameters/*',
    wire: ['MappingType', 'Value'],
    sensitive: 'by-catalogue',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.6 [T, D], I.18',
  },
  {
    ...ofCycle,
    path: 'steps/*/fields/*',
    normaliser: 'ignored-is-null',
    wire: ['MappingType', 'Value', 'SourceStepId', 'SourceFieldId'],
    sensitive: 'by-reference',
    contract: 'documented',
    source: 'SPEC 2.6, 4.6; SERVICE A.6 [T, D, R2]',
  },
  {
    ...ofCycle,
    path: 'state',
    wire: ['Status'],
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.5 [T]',
  },
  {
    ...ofCycle,
    path: 'schedule',
    wire: ['StartTime', 'Interval', 'RunOnce'],
    readable: 'depends',
    contract: 'documented',
    source: 'SPEC 4.6; SERVICE A.5 [D], I.1',
  },
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
