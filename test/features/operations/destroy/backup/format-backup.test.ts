import { expect, it } from 'vitest';
import {
  type AccountBackup,
  formatBackup,
} from '../../../../../src/features/operations/destroy/backup/format-backup.ts';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldPath,
} from '../../../../../src/model/address.ts';
import { toFingerprint } from '../../../../../src/model/secret/secret.ts';
import type { ObjectRecord } from '../../../../../src/model/state/account-state.ts';
import { makeRelease } from '../../../../support/values/make-desired.ts';
import {
  liveAccount,
  liveConnector,
  liveCycle,
  noRules,
} from '../../../../support/values/make-live.ts';

const print = (text: string) => toFingerprint('key', text);
const hidden = '(secret, not kept)';

function makeRecord(
  address: ObjectRecord['address'],
  secrets: readonly string[][] = [],
  written: string | null = null,
): ObjectRecord {
  const applied = secrets.map(
    (path) =>
      [
        toFieldPath(...path),
        {
          kind: 'secret',
          written: written === null ? null : print(written),
          read: null,
          origin: 'read',
        } as const,
      ] as const,
  );
  return { address, kind: 'cycle', remoteId: '1', applied: Object.fromEntries(applied), run: null };
}

const mapping = {
  type: 'StaticValue',
  sourceStepId: null,
  sourceFieldId: null,
  triggerValue: null,
  triggerLabel: null,
};
const named = { isSensitive: false, ...noRules };
const release = makeRelease({
  properties: [
    { name: 'region', isSensitive: false, ...noRules },
    { name: 'token', isSensitive: true, ...noRules },
  ],
});
const account = makeRecord(toAccountAddress('northwind'));
const connector = makeRecord(toConnectorAddress('northwind', 'crm'));
const cycle = makeRecord(
  toCycleAddress('northwind', 'contacts'),
  [
    ['variables', 'password'],
    ['steps', 'Send#2', 'fields', 'Key'],
  ],
  'written before',
);
const remains: AccountBackup = {
  head: { run: 'run', at: 'now', environment: 'local', account: 'northwind', id: 'n-1' },
  account: { live: liveAccount({ webhookUrl: 'https://hooks.example/pass' }), record: account },
  connectors: [
    {
      record: connector,
      live: liveConnector('1', {
        authFingerprint: print('auth'),
        release: { id: release.id, name: release.name, version: release.version },
        properties: [
          { id: '1', name: 'region', value: 'eu' },
          { id: '2', name: 'token', value: 'by hand' },
          { id: '3', name: 'unheard', value: 'who knows' },
        ],
      }),
    },
  ],
  cycles: [
    {
      record: cycle,
      live: {
        cycle: liveCycle('1', { description: 'written before' }),
        edges: [],
        variables: [
          { systemName: 'v1', displayName: 'password', value: 'hunter' },
          { systemName: 'v2', displayName: 'region', value: 'emea' },
        ],
        steps: [
          {
            id: 's1',
            name: 'Send',
            method: 'Send',
            isWebhook: true,
            webhookUrl: 'https://service.example/hook',
            connectorId: '1',
            connectorName: 'Sample CRM',
            parameters: [{ ...named, id: 'p1', name: 'apiToken', isSensitive: true }],
            fields: [
              { ...named, id: 'f1', name: 'Key' },
              { ...named, id: 'f2', name: 'Status' },
            ],
            responses: [],
            parameterMappings: [{ ...mapping, targetId: 'p1', value: 'typed by hand' }],
            fieldMappings: [
              { ...mapping, targetId: 'f1', value: 'under another key' },
              { ...mapping, targetId: 'f2', value: 'subscribed' },
              { ...mapping, targetId: 'f9', value: 'of a field that is not shown' },
            ],
          },
        ],
      },
    },
  ],
  releases: [release],
  state: {
    account: 'northwind',
    objects: new Map([account, connector, cycle].map((record) => [record.address, record])),
    creates: new Map(),
    writes: new Map(),
  },
};

it('keeps what is there, and no secret: what we wrote as one, what the service marks as one, what opens a door', () => {
  const kept = JSON.parse(formatBackup(remains, print));
  expect(kept).toMatchObject({ account: 'northwind', settings: { webhookUrl: hidden } });
  expect(kept.connectors[0].properties).toMatchObject([
    { name: 'region', value: 'eu' },
    { name: 'token', value: hidden },
    { name: 'unheard', value: hidden },
  ]);
  expect(JSON.stringify(kept.connectors)).not.toContain('auth"');
  const [{ description, variables, steps }] = kept.cycles;
  // A text that we once wrote as a secret is one wherever somebody has put it.
  expect(description).toBe(hidden);
  expect(variables).toMatchObject([{ value: hidden }, { value: 'emea' }]);
  expect(steps).toMatchObject([
    {
      webhookUrl: hidden,
      parameterMappings: [{ value: hidden }],
      fieldMappings: [{ value: hidden }, { value: 'subscribed' }, { value: hidden }],
    },
  ]);
});

it('treats every property as a secret if the catalog does not say', () => {
  const { connectors } = JSON.parse(formatBackup({ ...remains, releases: [] }, print));
  expect(connectors[0].properties[0].value).toBe(hidden);
});

it('keeps no value of a place where a secret was once, or was about to be written when a run died', () => {
  const once = { ...cycle, secretPlaces: [toFieldPath('variables', 'region')] };
  const intent = { operation: '1', does: 'writes', begunAt: 'then' };
  const died = [
    { ...intent, address: connector.address, secrets: [toFieldPath('properties', 'region')] },
    {
      ...intent,
      address: cycle.address,
      secrets: [toFieldPath('steps', 'Send', 'fields', 'Status')],
    },
  ];
  const state = {
    ...remains.state,
    objects: new Map([...remains.state.objects, [once.address, once]]),
    writes: new Map(died.map((write) => [write.address, write])),
  };
  const { connectors, cycles } = JSON.parse(formatBackup({ ...remains, state }, print));
  expect(connectors[0].properties[0]).toMatchObject({ name: 'region', value: hidden });
  expect(cycles[0].variables[1]).toMatchObject({ displayName: 'region', value: hidden });
  expect(cycles[0].steps[0].fieldMappings[1]).toMatchObject({ targetId: 'f2', value: hidden });
});
