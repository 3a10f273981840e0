import fc from 'fast-check';

import {
  type Address,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldPath,
} from '../../src/model/address.ts';
import type { MappingSource } from '../../src/model/desired/mapping.ts';
import { type Activation, intervals, type LiveSchedule } from '../../src/model/desired/schedule.ts';
import type { AppliedValue, PlainValue } from '../../src/model/fields/field-value.ts';
import { type Fingerprint, toFingerprint } from '../../src/model/secret/secret.ts';
import type {
  AccountState,
  CreateIntent,
  ObjectRecord,
  PauseRecord,
  SentActivation,
  StateChange,
  WriteIntent,
} from '../../src/model/state/account-state.ts';
import { anyCharacter } from '../support/values/any-character.ts';

/** Any UTF-8 text, with NUL, quotes and characters beyond 16 bits. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 12 });
const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
const remoteId = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 1 }).map((id) => String(id)),
  anyText,
);

/** Few accounts and keys, so that changes meet; among them the awkward ones. */
export const accountKey = fc.constantFrom('northwind', 'contoso', '', "o'brien", '🜚', '￿');
const objectKey = fc.constantFrom('crm', 'mailer', 'A/B %2F');

function anyAddress(account: string): fc.Arbitrary<Address> {
  return fc.oneof(
    fc.constant(toAccountAddress(account)),
    objectKey.map((key) => toConnectorAddress(account, key)),
    objectKey.map((key) => toCycleAddress(account, key)),
  );
}

const kind = fc.constantFrom('account' as const, 'connector' as const, 'cycle' as const);
const every = fc.constantFrom(...(Object.keys(intervals) as (keyof typeof intervals)[]));

const schedule: fc.Arbitrary<LiveSchedule> = fc.oneof(
  fc.record(
    { kind: fc.constant('every' as const), every, startAt: time },
    { requiredKeys: ['kind', 'every'] },
  ),
  fc.record({ kind: fc.constant('once' as const), at: time }),
  fc.constant({ kind: 'webhook' as const }),
);

const activation: fc.Arbitrary<Activation> = fc.record(
  { startTime: time, intervalMinutes: fc.nat(), runOnce: fc.boolean() },
  { requiredKeys: ['runOnce'] },
);

const run: fc.Arbitrary<SentActivation> = fc.record({
  schedule,
  sent: activation,
  activatedAt: time,
});

const fingerprint: fc.Arbitrary<Fingerprint> = fc
  .tuple(fc.constantFrom('0a1b2c3d', 'run-0a1b2c3d'), fc.nat())
  .map(([keyId, digest]) => toFingerprint(keyId, digest.toString(16)));

const mapping: fc.Arbitrary<MappingSource> = fc.oneof(
  fc.record({ kind: fc.constant('value' as const), value: anyText }),
  fc.record({ kind: fc.constant('step' as const), step: anyText, field: anyText }),
  fc.record(
    { kind: fc.constant('lookup' as const), value: anyText, label: anyText },
    { requiredKeys: ['kind', 'value'] },
  ),
  fc.constant({ kind: 'ignore' as const }),
);

const plainValue: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.constant(null),
  anyText,
  fc.integer(),
  fc.boolean(),
  fc.array(anyText, { maxLength: 3 }),
  mapping,
  schedule,
);

const origin = fc.constantFrom('sent', 'read', 'assumed');

const appliedValue: fc.Arbitrary<AppliedValue> = fc.oneof(
  fc.record({ kind: fc.constant('plain' as const), value: plainValue, origin }),
  fc.record({
    kind: fc.constant('secret' as const),
    written: fc.option(fingerprint),
    read: fc.option(fingerprint),
    origin,
  }),
);

const fieldPath = fc
  .array(fc.oneof(fc.constantFrom('timezone', 'steps', '__proto__', 'a/b'), anyText), {
    minLength: 1,
    maxLength: 3,
  })
  .map((names) => toFieldPath(...names));

function anyObject(account: string): fc.Arbitrary<ObjectRecord> {
  return fc.record({
    address: anyAddress(account),
    kind,
    remoteId,
    applied: fc
      .array(fc.tuple(fieldPath, appliedValue), { maxLength: 4 })
      .map((fields) => Object.fromEntries(fields)),
    run: fc.option(run),
  });
}

function anyCreate(account: string): fc.Arbitrary<CreateIntent> {
  return fc.record({
    address: anyAddress(account),
    kind,
    idsBefore: fc.array(remoteId, { maxLength: 3 }),
    connectorIdsBefore: fc.array(remoteId, { maxLength: 3 }),
    begunAt: time,
  });
}

function anyPause(account: string): fc.Arbitrary<PauseRecord> {
  return fc.record({
    address: anyAddress(account),
    cycleId: remoteId,
    schedule,
    sent: fc.option(activation),
    pausedAt: time,
    reason: anyText,
  });
}

function anyWrite(account: string): fc.Arbitrary<WriteIntent> {
  return fc.record(
    {
      address: anyAddress(account),
      operation: anyText,
      does: anyText,
      begunAt: time,
      start: fc.record({ cycleId: remoteId, run }),
    },
    { requiredKeys: ['address', 'operation', 'does', 'begunAt'] },
  );
}

/** A change of one of a few accounts, with any of its parts left out. */
export const anyChange: fc.Arbitrary<StateChange> = accountKey.chain((account) =>
  fc.record(
    {
      account: fc.constant(account),
      saveObjects: fc.array(anyObject(account), { maxLength: 3 }),
      deleteObjects: fc.array(anyAddress(account), { maxLength: 3 }),
      openCreates: fc.array(anyCreate(account), { maxLength: 2 }),
      closeCreates: fc.array(anyAddress(account), { maxLength: 2 }),
      openPauses: fc.array(anyPause(account), { maxLength: 2 }),
      closePauses: fc.array(anyAddress(account), { maxLength: 2 }),
      openWrites: fc.array(anyWrite(account), { maxLength: 2 }),
      closeWrites: fc.array(anyAddress(account), { maxLength: 2 }),
    },
    { requiredKeys: ['account'] },
  ),
);

type Item = { readonly address: Address };

/** State after a change, in the simplest implementation: the reference for stores. */
export function addChange(state: AccountState, change: StateChange): AccountState {
  return {
    account: state.account,
    objects: addItems(state.objects, change.deleteObjects, change.saveObjects),
    creates: addItems(state.creates, change.closeCreates, change.openCreates),
    pauses: addItems(state.pauses, change.closePauses, change.openPauses),
    writes: addItems(state.writes, change.closeWrites, change.openWrites),
  };
}

function addItems<T extends Item>(
  before: ReadonlyMap<Address, T>,
  dropped: readonly Address[] = [],
  kept: readonly T[] = [],
): ReadonlyMap<Address, T> {
  const rest = [...before.values()].filter((item) => !dropped.includes(item.address));
  return new Map([...rest, ...kept].map((item) => [item.address, item]));
}

export function isEmptyState(state: AccountState): boolean {
  return state.objects.size + state.creates.size + state.pauses.size + state.writes.size === 0;
}
