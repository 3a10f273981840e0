import { findOwnershipConflict } from '../../../src/model/desired/scope/ownership.ts';
import type { FieldRow } from '../../../src/model/fields/field-row.ts';
import { renderNotice, renderTable, toCode } from '../markdown.ts';

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
  'by-reference': 'if a reference',
  'by-catalogue': 'if a reference, or if the catalog says so',
};

const intro = `# Fields

Everything that a manifest can manage, and how cyclectl treats it. A key that is absent is neither compared nor written.

- **On the wire**: the name of the field in the service.
- **Read**: whether the service returns the value. *If shown*: some services hide it; then the value that was last
  written counts as live.
- **Compared**: which values count as equal, beside equal ones.
- **Cleared by**: how a manifest removes the value; empty if it cannot.
- **Sent with**: fields that travel in the same request.
- **A change**: *in place* changes nothing else; *interrupts* pauses a running cycle and restarts it as it was;
  *replaces* creates a new cycle; *refused* needs a new object.
- **Secret**: when the value is redacted and only its fingerprint is compared.
- **Given to others**: whether a line of its own makes it *seeded* or *observed*; see
  [leave fields to others](../guides/delegate-fields.md).
- **Contract**: how much of the service it needs: *documented*, *at-creation* (documented when the object is created; updates need
  *full*), or *full*.
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
  ];
}

function listOwners(row: FieldRow): string {
  if (row.needsWith.length > 0) return 'as a whole';
  return (['seeded', 'observed'] as const)
    .filter((owner) => findOwnershipConflict(row, owner) === null)
    .join(', ');
}
