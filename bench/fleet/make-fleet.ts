import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { WrittenAccount } from '../../src/model/manifest/manifest.generated.ts';

/** The service that a fleet is planned against. The secret itself stands in no file. */
export type FleetTarget = { readonly url: string; readonly clientId: string };

/** The variables that a fleet's files refer to, but for the client's secret. */
export const fleetSecrets: Readonly<Record<string, string>> = {
  CRM_KEY: 'crm-not-a-secret',
  FILES_KEY: 'files-not-a-secret',
  CYCLECTL_SECRET_KEY: 'a key for fingerprints, not a secret',
};

/** Requests in flight, of the planner and of the bare loop beside it. */
export const concurrency = 8;

/** What each account of a fleet manages: two connectors, two running cycles, seven mappings. */
export function makeSpec(id: string): WrittenAccount['spec'] {
  return {
    id,
    displayName: `Customer ${id}`,
    timezone: 'Europe/Berlin',
    retention: { successHours: 120, erroredHours: 336 },
    connectors: {
      crm: {
        connector: { name: 'Sample CRM', version: '2.0' },
        auth: { apiKey: { env: 'CRM_KEY' } },
        properties: { region: 'eu' },
      },
      files: {
        connector: { name: 'Sample File Store' },
        authentication: 'API key',
        auth: { apiKey: { env: 'FILES_KEY' } },
        properties: { rootFolder: `/${id}` },
      },
    },
    cycles: {
      'contacts-to-files': {
        from: { template: 'Contacts to Files' },
        state: 'active',
        schedule: { every: '15m' },
        variables: { region: 'emea' },
        steps: {
          'Get contact': { parameters: { list: { option: 'Customers' } } },
          'Write file': {
            parameters: { overwrite: true },
            fields: {
              'Contact.Email': { step: 'List changed contacts', field: 'Contact.Email' },
              'Contact.Name': { step: 'Get contact', field: 'Name' },
            },
          },
        },
      },
      nightly: {
        from: { template: 'Contacts to Files' },
        displayName: 'Nightly',
        state: 'active',
        schedule: { every: '1d' },
        steps: {
          'Write file': {
            fields: {
              'Contact.Email': 'nobody@example.com',
              'Contact.Name': { expression: '{{"Get contact" "Name"}}' },
              '[rows].[cells].value': 'none',
            },
          },
        },
      },
    },
  };
}

/** Writes the project file and the manifests of the accounts from one number up to another. */
export async function makeFleet(
  folder: string,
  target: FleetTarget,
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  const accounts = await makeProject(folder, target);
  for (let number = range.from; number <= range.to; number += 1) {
    const name = nameAccount(number);
    await writeFile(join(accounts, `${name}.yaml`), formatManifest(name, makeSpec(name)));
  }
}

/** The name of an account, and its id. */
export function nameAccount(number: number): string {
  return `customer-${String(number).padStart(5, '0')}`;
}

/** The text of a manifest. */
export function formatManifest(name: string, spec: WrittenAccount['spec']): string {
  const manifest = { apiVersion: 'cyclectl/v1', kind: 'Account', metadata: { name }, spec };
  return stringify(manifest, { aliasDuplicateObjects: false });
}

/** Writes a project file into a folder, and returns the folder that is for its manifests. */
export async function makeProject(folder: string, target: FleetTarget): Promise<string> {
  const { url, clientId } = target;
  const service = { baseUrl: url, token: { clientId, clientSecret: { env: 'CLIENT_SECRET' } } };
  // The rate is out of the way: what is measured is the program, not its patience.
  const limits = { concurrency, requestsPerSecond: 1_000_000 };
  const project = {
    apiVersion: 'cyclectl/v1',
    kind: 'Project',
    metadata: { name: 'bench' },
    spec: { environments: { bench: { service, limits, protect: { maxChangedPercent: 100 } } } },
  };
  const accounts = join(folder, 'accounts');
  await mkdir(accounts, { recursive: true });
  await writeFile(join(folder, 'cyclectl.yaml'), stringify(project));
  return accounts;
}
