import { hasWebhookStart, observeRun } from '../../../src/engine/running/observe-run.ts';
import { planRuns } from '../../../src/engine/running/plan-runs.ts';
import { type Address, type FieldPath, toAccountAddress } from '../../../src/model/address.ts';
import type { Deposed } from '../../../src/model/desired/scope/deposed.ts';
import {
  type Comparison,
  type Disposition,
  isDifferent,
} from '../../../src/model/diff/disposition.ts';
import type {
  AccountDiff,
  AccountObjectDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../src/model/diff/field-diff.ts';
import type { RunState } from '../../../src/model/diff/run-state.ts';
import type {
  AppliedValue,
  DesiredField,
  LiveValue,
  PlainValue,
  StoredValue,
} from '../../../src/model/fields/field-value.ts';
import { allCapabilities } from '../../../src/model/live/capabilities.ts';
import type { BoundSecret, Fingerprint } from '../../../src/model/secret/secret.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import type {
  AccountState,
  CreateIntent,
  ObjectRecord,
  PauseRecord,
} from '../../../src/model/state/account-state.ts';
import { makeEmptyState } from '../../../src/model/state/account-state.ts';
import {
  at,
  bindConnector,
  makeAccount,
  makeConnector,
  makeCycle,
  nameOne,
  plainField,
  quarterly,
} from './make-desired.ts';
import { liveAccount, liveConnector, liveCycle } from './make-live.ts';

// Values of diff and store, for tests of the modules that use them.

/** A digest under a key; the same text gives the same. */
export function fingerprint(text: string, key = 'k1'): Fingerprint {
  return toFingerprint(key, `<${text}>`);
}

/** The secret of the variable CRM_KEY, which has this text here. */
export function boundSecret(text: string | null): BoundSecret {
  return { ref: { env: 'CRM_KEY' }, fingerprint: text === null ? null : fingerprint(text) };
}

/** A field that is a reference in the manifest. */
export function secretField(path: string, text: string | null): DesiredField {
  return {
    path: path as FieldPath,
    value: { kind: 'secret', secret: boundSecret(text) },
    at: at(1),
  };
}

export function plain(value: PlainValue): LiveValue & { readonly kind: 'plain' } {
  return { kind: 'plain', value };
}

/** An applied value; one that does not say how it is known was read. */
export function asApplied(value: StoredValue | AppliedValue): AppliedValue {
  return { origin: 'read', ...value };
}

type Applied = StoredValue | AppliedValue;

/** A field; its state decides if it is a change and drift, as in ARCHITECTURE.md's table. */
export function makeFieldDiff(
  path: string,
  comparison: Comparison,
  {
    applied = null,
    ...more
  }: Partial<Omit<FieldDiff, 'applied'>> & {
    readonly applied?: Applied | null;
  } = {},
): FieldDiff {
  return {
    path: path as FieldPath,
    comparison,
    desired: plainField(path, 'wanted'),
    live: comparison === 'new' ? null : plain(comparison === 'same' ? 'wanted' : 'there'),
    applied: applied === null ? null : asApplied(applied),
    redaction: 'none',
    disposition: decideSimply(comparison),
    pendingSeed: false,
    ...more,
  };
}

function decideSimply(comparison: Comparison): Disposition {
  if (!isDifferent({ comparison })) return { kind: 'none' };
  return { kind: 'write', because: comparison === 'new' ? 'new' : 'differs' };
}

/** A decision to keep a field as it is. */
export function keep(kind: 'out-of-scope' | 'not-offered'): Disposition {
  return { kind: 'keep', because: { kind } };
}

/** Record of an object in the store. */
export function makeRecord(
  object: { readonly address: Address; readonly kind: ObjectRecord['kind'] },
  {
    applied = {},
    ...more
  }: Partial<Omit<ObjectRecord, 'applied'>> & {
    readonly applied?: Readonly<Record<string, Applied>>;
  } = {},
): ObjectRecord {
  const known = Object.entries(applied).map(([path, value]) => [path, asApplied(value)]);
  return {
    address: object.address,
    kind: object.kind,
    remoteId: '1',
    applied: Object.fromEntries(known),
    run: null,
    ...more,
  };
}

/** An edit's pause that was not ended. */
export function makePause(address: Address, more: Partial<PauseRecord> = {}): PauseRecord {
  return {
    address,
    cycleId: '1',
    schedule: quarterly,
    sent: null,
    pausedAt: '2026-12-01T05:00:00Z',
    reason: 'an edit',
    ...more,
  };
}

/** An unfinished create. */
export function makeIntent(
  object: { readonly address: Address; readonly kind: ObjectRecord['kind'] },
  idsBefore: readonly string[] = [],
): CreateIntent {
  return { ...object, idsBefore, connectorIdsBefore: [], begunAt: '2026-12-01T05:00:00Z' };
}

/** The state of northwind. */
export function makeAccountState(
  of: {
    readonly objects?: readonly ObjectRecord[];
    readonly creates?: readonly CreateIntent[];
    readonly pauses?: readonly PauseRecord[];
  } = {},
): AccountState {
  const byAddress = <T extends { readonly address: Address }>(items: readonly T[] = []) =>
    new Map(items.map((item) => [item.address, item]));
  return {
    ...makeEmptyState('northwind'),
    objects: byAddress(of.objects),
    creates: byAddress(of.creates),
    pauses: byAddress(of.pauses),
  };
}

/** Northwind, there and adopted, with these verdicts. */
export function accountDiff(
  verdicts: readonly FieldDiff[] = [],
  more: Partial<AccountObjectDiff> = {},
): AccountObjectDiff {
  const desired = makeAccount();
  const address = toAccountAddress('northwind');
  return {
    address,
    kind: 'account',
    at: desired.at,
    desired,
    live: liveAccount(),
    record: makeRecord(
      { address, kind: 'account' },
      { remoteId: desired.id, externalId: desired.id },
    ),
    missing: null,
    fields: verdicts,
    forgotten: [],
    ...more,
  };
}

/** A connector that is there and ours, with these verdicts. */
export function connectorDiff(
  key: string,
  verdicts: readonly FieldDiff[] = [],
  more: Partial<ConnectorDiff> = {},
): ConnectorDiff {
  const desired = makeConnector(key);
  return {
    address: desired.address,
    kind: 'connector',
    at: desired.at,
    desired: bindConnector(desired),
    live: liveConnector(`live-${key}`, { name: key }),
    record: makeRecord({ ...desired, kind: 'connector' }, { remoteId: `live-${key}` }),
    missing: null,
    fields: verdicts,
    forgotten: [],
    ...more,
  };
}

/** A paused cycle that is there and ours, with these verdicts. */
export function cycleDiff(
  key: string,
  verdicts: readonly FieldDiff[] = [],
  more: Partial<CycleDiff> = {},
): CycleDiff {
  const desired = makeCycle(key);
  const cycle = {
    address: desired.address,
    kind: 'cycle',
    at: desired.at,
    desired: nameOne(desired),
    live: liveCycle(`live-${key}`, { name: key }),
    record: makeRecord({ ...desired, kind: 'cycle' }, { remoteId: `live-${key}` }),
    missing: null,
    fields: verdicts,
    forgotten: [],
    deposed: [],
    ...more,
  } as const;
  const left = { runPlan: { kind: 'leave' }, deletesDeposed: false, getsTag: false } as const;
  return { ...cycle, runState: observeOne(cycle, null), ...left };
}

function observeOne(
  { live, record, desired }: Pick<CycleDiff, 'live' | 'record' | 'desired'>,
  pause: PauseRecord | null,
): RunState {
  return observeRun({ live, record, pause, startsByWebhook: hasWebhookStart(desired, live) });
}

/** Northwind with what a test puts into it; it manages its connectors and cycles. */
export function makeDiff(more: Partial<AccountDiff> = {}): AccountDiff {
  const diff = {
    desired: makeAccount({
      connectors: { kind: 'set', value: new Map() },
      cycles: { kind: 'set', value: new Map() },
    }),
    capabilities: allCapabilities,
    manualDeletes: [],
    state: makeAccountState(),
    account: accountDiff(),
    connectors: [],
    cycles: [],
    liveOnlyConnectors: [],
    sensitiveTexts: [],
    liveOnlyCycles: [],
    isAccountFirst: false,
    ...more,
  };
  const cycles = diff.cycles.map((cycle) => ({
    ...cycle,
    runState: observeOne(cycle, diff.state.pauses.get(cycle.address) ?? null),
  }));
  return planRuns({ ...diff, cycles });
}

/** A deposed cycle of these values. */
export function makeDeposed(
  { live, record }: Pick<Deposed, 'live' | 'record'>,
  more: Partial<Deposed> = {},
): Deposed {
  const run = observeRun({ live, record, pause: null, startsByWebhook: false });
  const found = { webhooks: [], differs: [], isWriteOpen: false };
  return { address: record.address, live, record, run, ...found, ...more };
}

/** An object that was never created. */
export const absent = { live: null, record: null, missing: 'new' } as const;
