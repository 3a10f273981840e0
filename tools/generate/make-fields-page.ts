import { findHindrance } from '../../src/model/desired/scope/ownership.ts';
import type { FieldRow } from '../../src/model/fields/field-row.ts';
import { renderNotice, renderTable, toCode } from './markdown.ts';

const kinds: Readonly<Record<FieldRow['kind'], string>> = {
  account: 'Account: `spec`',
  connector: 'Installed connector: `spec.connectors.KEY`',
  cycle: 'Cycle: `spec.cycles.KEY`',
};

const readings: Readonly<Record<FieldRow['readable'], string>> = {
  yes: 'yes',
  depends: 'if shown',
  no: 'no',
};

const clearings: Readonly<Record<FieldRow['clear'], string>> = {
  null: '`null`',
  disabled: '`null` turns it off',
  no: '',
};

const changes: Readonly<Record<FieldRow['onChange'], string>> = {
  'in-place': 'in place',
  interrupts: 'interrupts',
  replaces: 'replaces',
  refused: 'refused',
};

const comparisons: Readonly<Record<FieldRow['normaliser'], string>> = {
  'as-it-is': '',
  'empty-is-null': 'empty text is null',
  'ignored-is-null': 'ignored is never mapped',
  'web-address': 'without scheme is https',
  set: 'as a set',
};

const secrecies: Readonly<Record<FieldRow['sensitive'], string>> = {
  no: '',
  always: 'always',
  'by-reference': 'when a reference',
  'by-catalogue': 'when a reference, or if the catalogue says so',
};

const intro = `# Managed fields

Everything that a manifest can manage, and how cyclectl treats it. A key that a manifest does not
have is not managed: it is neither compared nor written.

- **Read**: whether the service gives the value back. *If shown*: some services hide it, and then it
  is compared with what was written last.
- **Compared**: what counts as the same, beside equal values.
- **Cleared by**: how a manifest takes the value away; empty where it cannot.
- **Sent with**: fields that must travel in the same request.
- **A change**: *in place* touches nothing else; *interrupts* pauses the cycle if it runs, and
  starts it again as it was; *replaces* makes another cycle in its
  place; *refused* needs a new object.
- **Secret**: when the value is kept out of plans, logs and reports, and only its fingerprint is
  compared.
- **Given to others**: whether a line of its own makes it *seeded* or *observed*; see [field ownership](../guides/delegate-fields.md).
- **Contract**: *documented* is what the specification of the service offers; *full* needs more.
`;

/** docs/reference/fields.md: the field table, one section per kind of object. */
export function makeFieldsPage(table: readonly FieldRow[]): string {
  const sections = Object.entries(kinds).map(([kind, title]) => {
    const rows = table.filter((row) => row.kind === kind).map(toCells);
    return `## ${title}\n\n${renderTable(head, rows)}\n`;
  });
  return [renderNotice('src/model/fields/fields.ts'), intro, ...sections].join('\n');
}

const head = [
  'Field',
  'On the wire',
  'Read',
  'Compared',
  'Cleared by',
  'Sent with',
  'A change',
  'Secret',
  'Given to others',
  'Contract',
  'Source',
];

function toCells(row: FieldRow): readonly string[] {
  return [
    toCode(row.path),
    row.wire.map(toCode).join(', '),
    readings[row.readable],
    comparisons[row.normaliser],
    clearings[row.clear],
    row.needsWith.map(toCode).join(', '),
    changes[row.onChange],
    secrecies[row.sensitive],
    listOwners(row),
    row.contract,
    row.source,
  ];
}

function listOwners(row: FieldRow): string {
  if (row.needsWith.length > 0) return 'as a whole';
  return (['seeded', 'observed'] as const)
    .filter((owner) => findHindrance(row, owner) === null)
    .join(', ');
}
