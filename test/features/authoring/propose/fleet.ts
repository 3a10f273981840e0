import { makeAccountProfile } from '../../../../src/features/authoring/propose/make-account-profile.ts';
import type { AccountProfile } from '../../../../src/features/authoring/propose/proposal.ts';
import type {
  WrittenAccount,
  WrittenCycle,
} from '../../../../src/model/manifest/manifest.generated.ts';

/** Kind of an account in a fleet; accounts of a kind have the same shape. */
export type Kind = {
  readonly connectors: readonly string[];
  /** For each cycle its template and the fields that are mapped in it. */
  readonly cycles: readonly { readonly template: string; readonly fields: readonly string[] }[];
};

/** An account of a kind, in which everything is called after the account. */
export function makeAccount(key: string, kind: Kind): WrittenAccount {
  const connectors = kind.connectors.map((name, index) => [
    `${key}-connector-${index}`,
    { connector: { name }, properties: { region: key.length % 2 === 0 ? 'eu' : 'us' } },
  ]);
  const cycles = kind.cycles.map(({ template, fields }, index): [string, WrittenCycle] => [
    `${key}-cycle-${index}`,
    {
      from: { template },
      state: 'active',
      variables: { customer: key },
      steps: {
        Write: {
          fields: Object.fromEntries(fields.map((field) => [field, { step: 'List', field }])),
        },
      },
    },
  ]);
  return {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: key },
    spec: {
      id: `${key}-id`,
      timezone: 'UTC',
      connectors: Object.fromEntries(connectors),
      cycles: Object.fromEntries(cycles),
    },
  };
}

/** The same as a sketch. */
export function makeSketch(key: string, kind: Kind): AccountProfile {
  return makeAccountProfile({ written: makeAccount(key, kind), remarks: [] });
}

/** The key of an account of a fleet; their order is that of their numbers. */
export function nameAccount(number: number): string {
  return `customer-${String(number).padStart(5, '0')}`;
}

const crmToFiles = { template: 'CRM to Files', fields: ['Name', 'Email'] };

/** Kinds that differ in a connector, in a cycle, in how many of one template there are, and in one mapping. */
export const kinds: readonly Kind[] = [
  { connectors: ['CRM', 'Files'], cycles: [crmToFiles] },
  { connectors: ['CRM', 'Files', 'Mailer'], cycles: [crmToFiles] },
  { connectors: ['CRM', 'Files'], cycles: [crmToFiles, crmToFiles] },
  { connectors: ['CRM', 'Files'], cycles: [{ template: 'CRM to Files', fields: ['Name'] }] },
  { connectors: ['CRM', 'Files'], cycles: [{ template: 'Nightly', fields: ['Name', 'Email'] }] },
  { connectors: [], cycles: [] },
];
