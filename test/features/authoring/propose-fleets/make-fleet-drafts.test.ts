import { describe, expect, it } from 'vitest';
import type { Member } from '../../../../src/features/authoring/propose-fleets/fleet-draft.ts';
import { formatFleetFiles } from '../../../../src/features/authoring/propose-fleets/format-fleet-files.ts';
import { makeFleetDrafts } from '../../../../src/features/authoring/propose-fleets/make-fleet-drafts.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';

type Change = (spec: WrittenAccount['spec'], index: number) => void;

/** Accounts that differ by what each number changes. */
function makeMembers(accounts: number, change: Change = () => {}): readonly Member[] {
  return Array.from({ length: accounts }, (_, index) => {
    const name = `north-${index}`;
    const spec: WrittenAccount['spec'] = {
      id: `n-${index}`,
      displayName: `North ${index}`,
      connectors: {
        crm: {
          connector: { name: 'Sample CRM' },
          auth: { apiKey: { env: `NORTH_${index}_CRM_KEY` } },
          properties: { folder: `/customers/${name}` },
        },
      },
      cycles: { sync: { from: { template: 'Sync' }, schedule: { every: '15m' } } },
    };
    change(spec, index);
    return { metadata: { name }, spec };
  });
}

function formatAll(members: readonly Member[]): readonly Readonly<Record<string, string>>[] {
  return makeFleetDrafts(members).map((draft) =>
    Object.fromEntries(formatFleetFiles(draft, { name: 'sync', owner: 'it' })),
  );
}

describe('makeFleetDrafts', () => {
  it('writes what is equal once, what differs as a column, and the account as a placeholder', () => {
    expect(formatAll(makeMembers(3))).toEqual([
      {
        'blueprints/sync.yaml': `apiVersion: cyclectl/v1
kind: Blueprint
metadata:
  name: sync
spec:
  inputs:
    displayName: {type: string}
  displayName: \${inputs.displayName}
  connectors:
    crm:
      connector: {name: Sample CRM}
      auth: {apiKey: {env: "\${account.env}_CRM_KEY"}}
      properties:
        folder: /customers/\${account.name}
  cycles:
    sync:
      from: {template: Sync}
      schedule: {every: 15m}
`,
        'fleets/sync.yaml': `apiVersion: cyclectl/v1
kind: Fleet
metadata:
  name: sync
spec:
  blueprint: sync
  tables:
    - fleets/sync.csv
`,
        'fleets/sync.csv':
          'name,id,displayName\nnorth-0,n-0,North 0\nnorth-1,n-1,North 1\nnorth-2,n-2,North 2\n',
      },
    ]);
  });

  it('makes an override of a value that few have, and a column with a default of one that many have', () => {
    const [files] = formatAll(
      makeMembers(10, (spec, index) => {
        spec.timezone = index === 3 ? 'UTC' : 'Europe/Berlin';
        spec.retention = { successHours: index < 4 ? 24 : 120 };
      }),
    );
    expect(files?.['blueprints/sync.yaml']).toContain('  timezone: Europe/Berlin\n');
    expect(files?.['blueprints/sync.yaml']).toContain(
      '    retentionSuccessHours: {type: number, default: 120}\n',
    );
    expect(files?.['fleets/sync.yaml']).toContain(`  overrides:
    - account: north-3
      reason: found at adoption
      owner: it
      set: {timezone: UTC}
`);
    expect(files?.['fleets/sync.csv']).toContain('north-3,n-3,North 3,24\nnorth-4,n-4,North 4,\n');
  });

  it('makes one column of values that are equal in every account', () => {
    const [files] = formatAll(
      makeMembers(4, (spec, index) => {
        spec.timezone = index < 2 ? 'UTC' : 'Europe/Berlin';
        spec.description = spec.timezone;
      }),
    );
    expect(files?.['blueprints/sync.yaml']).toContain(
      `  timezone: \${inputs.timezone}\n  description: \${inputs.timezone}\n`,
    );
  });

  it('makes a condition of a part that many have, and of a part that few have an override', () => {
    const mailer = { connector: { name: 'Mailer' } };
    const [files] = formatAll(
      makeMembers(8, (spec, index) => {
        if (index < 5) spec.connectors = { ...spec.connectors, mailer };
        if (index === 6) spec.cycles = { ...spec.cycles, more: { from: { template: 'More' } } };
      }),
    );
    expect(files?.['blueprints/sync.yaml']).toContain(
      '    mailer: {type: boolean, default: true}\n',
    );
    expect(files?.['blueprints/sync.yaml']).toContain('    mailer:\n      when: inputs.mailer\n');
    expect(files?.['fleets/sync.csv']).toContain(
      'name,id,mailer,displayName\nnorth-0,n-0,,North 0\n',
    );
    expect(files?.['fleets/sync.csv']).toContain('north-6,n-6,false,North 6\n');
    expect(files?.['fleets/sync.yaml']).toContain(
      'set: {cycles: {more: {from: {template: More}}}}\n',
    );
  });

  it('leaves out accounts that have nothing in common with two others', () => {
    const members = makeMembers(5, (spec, index) => {
      if (index < 2) spec.cycles = { other: { from: { template: 'Other' } } };
      if (index < 2) spec.connectors = {};
    });
    expect(makeFleetDrafts(members).map((draft) => draft.members.length)).toEqual([3]);
    expect(makeFleetDrafts(makeMembers(2))).toEqual([]);
  });

  it('writes no cell that a spreadsheet or a placeholder would change', () => {
    const odd = ['=1+1', '', `\${vars.zone}`, ' a,"b"\n', `$\${x}`];
    const [files] = formatAll(
      makeMembers(20, (spec, index) => {
        spec.description = index < odd.length ? (odd[index] ?? '') : `plain ${index % 3}`;
      }),
    );
    expect(files?.['fleets/sync.csv']).toContain('north-3,n-3,North 3," a,""b""\n"\n');
    expect(files?.['fleets/sync.csv']).toContain(`north-4,n-4,North 4,\${x}\n`);
    const overrides = files?.['fleets/sync.yaml'] ?? '';
    for (const text of ['=1+1', '""', `"\${vars.zone}"`]) {
      expect(overrides).toContain(`set: {description: ${text}}`);
    }
  });
});
