import {
  type FieldPath,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../src/model/address.ts';
import type {
  BoundConnector,
  CycleSource,
  NamedCycle,
  Refusable,
} from '../../../src/model/desired/bound.ts';
import type {
  Activity,
  DesiredAccount,
  DesiredConnector,
  DesiredCycle,
} from '../../../src/model/desired/desired.ts';
import type { Schedule } from '../../../src/model/desired/schedule.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type {
  DesiredField,
  DesiredFields,
  PlainValue,
} from '../../../src/model/fields/field-value.ts';
import type { ConnectorRelease, TemplateItem } from '../../../src/model/live/live.ts';
import type { Setting } from '../../../src/model/setting.ts';
import type { SourceSpan } from '../../../src/model/source-span.ts';

// The manifest's side of small worlds. Everything is unmanaged but what a test names.

/** A place in a manifest; only its line matters. */
export function at(line: number): SourceSpan {
  const file = 'accounts/northwind.yaml';
  return { file, line, column: 3, endLine: line, endColumn: 9, pointer: '' };
}

export const quarterly: Schedule = { kind: 'every', every: '15m' };

/** A field that is text, a number, a list or a mapping in the manifest. */
export function plainField(path: string, value: PlainValue, line = 1): DesiredField {
  return { path: path as FieldPath, value: { kind: 'plain', value }, at: at(line) };
}

/** Fields by their paths. */
export function fieldsOf(...fields: readonly DesiredField[]): DesiredFields {
  return new Map(fields.map((field) => [field.path, field]));
}

/** `active` or `paused`, with the schedule that the manifest writes beside it. */
export function toActivity(
  kind: Activity['kind'],
  schedule: Schedule | null = null,
): Setting<Activity> {
  return { kind: 'set', value: { kind, schedule } };
}

/** The account `northwind`, managing no connectors and no cycles. */
export function makeAccount(more: Partial<DesiredAccount> = {}): DesiredAccount {
  return {
    key: 'northwind',
    environment: 'local',
    address: toAccountAddress('northwind'),
    id: 'northwind-8812',
    at: at(1),
    idAt: at(1),
    name: 'Northwind',
    fields: new Map(),
    ownership: [],
    ignores: [],
    connectors: { kind: 'unmanaged' },
    cycles: { kind: 'unmanaged' },
    ...more,
  };
}

/** A connector of northwind that is a Sample CRM of any version. */
export function makeConnector(key: string, more: Partial<DesiredConnector> = {}): DesiredConnector {
  return {
    key,
    address: toConnectorAddress('northwind', key),
    at: at(10),
    name: key,
    connector: { name: 'Sample CRM', version: null, at: at(11) },
    authentication: null,
    auth: { kind: 'unmanaged' },
    fields: new Map(),
    checks: [],
    ...more,
  };
}

/** A release of Sample CRM that offers nothing but what a test names. */
export function makeRelease(more: Partial<ConnectorRelease> = {}): ConnectorRelease {
  return {
    id: '1',
    name: 'Sample CRM',
    version: '1',
    description: null,
    categories: [],
    isNative: true,
    authentications: [],
    properties: [],
    ...more,
  };
}

/** A connector bound to the only release there is. */
export function bindConnector(
  desired: DesiredConnector,
  more: Partial<BoundConnector> = {},
): BoundConnector {
  const release = makeRelease({ name: desired.connector.name });
  return {
    desired,
    release,
    latest: release,
    authenticationId: null,
    sensitive: new Set(),
    refusals: [],
    unresolved: new Map(),
    ...more,
  };
}

/** A cycle of northwind made from the template Sync, whose running is unmanaged. */
export function makeCycle(key: string, more: Partial<DesiredCycle> = {}): DesiredCycle {
  return {
    key,
    address: toCycleAddress('northwind', key),
    at: at(20),
    name: key,
    origin: { kind: 'template', template: 'Sync', tag: null, at: at(21) },
    slots: new Map(),
    activity: { kind: 'unmanaged' },
    activityAt: at(22),
    scheduleAt: at(23),
    mappings: [],
    visibilities: [],
    fields: new Map(),
    ...more,
  };
}

export const syncTemplate: TemplateItem = {
  id: 'template-1',
  name: 'Sync',
  description: null,
  tags: [],
  connectors: [],
};

export const syncSource: CycleSource = {
  kind: 'template',
  id: syncTemplate.id,
  name: syncTemplate.name,
};

/** A cycle of the template Sync after its names were found; its steps are of no interest. */
export function nameOne(desired: DesiredCycle, more: Partial<NamedCycle> = {}): NamedCycle {
  return {
    bound: { desired, source: syncSource },
    shape: { steps: [], variables: [] },
    slots: [],
    slotKeys: new Map(),
    fields: desired.fields,
    startsByWebhook: false,
    refusals: [],
    unresolved: new Map(),
    ...more,
  };
}

/** All that a plan may refuse of what was bound. */
export function listRefused({ refusals, unresolved }: Refusable): Diagnostic[] {
  const all = [...refusals, ...[...unresolved.values()].map(({ diagnostic }) => diagnostic)];
  const seen = new Set<string>();
  return all.filter(({ summary }) => !seen.has(summary) && seen.add(summary));
}
