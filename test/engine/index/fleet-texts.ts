import { expect } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { resolveDocument } from '../../../src/engine/validate/resolve-document.ts';
import { formatSpan } from '../../../src/model/source-span.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: sample}
spec:
  environments:
    staging:
      service: {emulator: {world: world.yaml}}
      variables: {zone: Europe/Paris}
    prod:
      service: {emulator: {world: world.yaml}}
      variables: {zone: Europe/Berlin}
`;

export const blueprint = `apiVersion: cyclectl/v1
kind: Blueprint
metadata: {name: sync}
spec:
  inputs:
    interval: {type: enum, values: [15m, 1h], default: 15m}
    folder: {type: string, required: false}
    key: {type: secret, ref: {env: "KEY_\${account.env}"}}
  timezone: \${vars.zone}
  connectors:
    crm:
      connector: {name: Sample CRM}
      auth: {apiKey: "\${inputs.key}"}
      properties: {folder: "\${inputs.folder}", owner: "\${account.name}"}
  cycles:
    contacts:
      from: {template: Contacts}
      state: active
      schedule: {every: "\${inputs.interval}"}
  environments:
    staging:
      displayName: Test of \${account.name}
      cycles: {contacts: {state: paused}}
`;

export const fleet = `apiVersion: cyclectl/v1
kind: Fleet
metadata: {name: customers}
spec:
  blueprint: sync
  tables: [fleets/customers.csv]
  segments:
    eu: {match: {region: eu}, set: {retention: {successHours: 24}, inputs: {interval: 1h}}}
  overrides:
    - {account: north-2, reason: Asked for it, owner: it, set: {inputs: {folder: /own}, cycles: {contacts: null}}}
`;

const table = `name,id,labels.region,interval,folder
north-1,n-1,us,1h,/a
north-2,n-2,eu,,/b
north-3,n-3,eu,15m,
`;

type Texts = Readonly<Record<string, string>>;

export const texts: Texts = {
  'cyclectl.yaml': project,
  'blueprints/sync.yaml': blueprint,
  'fleets/customers.yaml': fleet,
  'fleets/customers.csv': table,
};

/** Indexes the project with some texts changed. */
export async function indexTexts(changed: Texts = {}) {
  return indexManifests(makeFiles({ ...texts, ...changed }));
}

/** Lists code, place and summary of each mistake of the project with some texts changed. */
export async function listMistakes(changed: Texts): Promise<readonly string[]> {
  const { index } = await indexTexts(changed);
  return index.diagnostics.map(
    ({ code, at, summary }) => `${code} ${at === undefined ? '' : formatSpan(at)} ${summary}`,
  );
}

/** Renders an account of the project in an environment; fails if there is a mistake. */
export async function render(account: string, environment: string, changed: Texts = {}) {
  const { project: read, index } = await indexTexts(changed);
  expect(index.diagnostics).toEqual([]);
  const raw = index.accounts.find(({ key }) => key === account)?.document;
  if (raw == null || read === null) throw new Error(`no account ${account}`);
  return resolveDocument(raw, environment, read.environments);
}
