import { toHash } from '../../kit/hash.ts';
import { type Address, type FieldPath, type ObjectKind, toAccountAddress } from '../address.ts';
import type { Activation, LiveSchedule } from '../desired/schedule.ts';
import type { AppliedValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';
import type { Baseline } from '../observed/baseline.ts';

/** The last activation that we sent; the run state that a read shows is in `diff/run-state.ts`. */
export type SentActivation = {
  readonly schedule: LiveSchedule;
  readonly sent: Activation;
  /** ISO UTC. */
  readonly activatedAt: string;
  /** For a single run: its outcome is unknown, until it is seen to run or a person settles it. */
  readonly isUnknown?: true;
  /** For a single run: its cycle was stopped before its time, as by its cancellation. */
  readonly isBeforeRun?: true;
  /** For a single run: it is over, because others have started its cycle since. */
  readonly isOver?: true;
  /**
   * For a single run: the activation before it, which the next start continues; null if there was
   * none. Absent in records of earlier versions.
   */
  readonly earlier?: SentActivation | null;
};

/** Identifies an activation: 12 hex digits of its schedule and time. */
export function toActivationDigest({ schedule, activatedAt }: SentActivation): string {
  return toHash(`${activatedAt} ${JSON.stringify(schedule)}`).slice(0, 12);
}

/** The activation that a cycle goes on with when it starts again: not its single run. */
export function toLastingRun(run: SentActivation | null): SentActivation | null {
  return run?.schedule.kind === 'once' ? (run.earlier ?? null) : run;
}

/** The last activation that counts: a single run that was stopped before its time, or is over, does not. */
export function toEffectiveRun(run: SentActivation | null): SentActivation | null {
  return run?.isBeforeRun === true || run?.isOver === true ? (run.earlier ?? null) : run;
}

/** The same with a known outcome, from a person or the service. */
export function withKnownOutcome(run: SentActivation): SentActivation {
  const { isUnknown: _unknown, ...known } = run;
  return known;
}

/** A custom category that we created, or that a person settled, whose name is unknown. */
export type MadeCategory = { readonly id: RemoteId; readonly name: string | null };

/** An object that is no longer ours, and its fields that had a secret of ours. */
export type Released = {
  readonly kind: ObjectKind;
  readonly remoteId: RemoteId;
  readonly secretPlaces: readonly FieldPath[];
};

/** The record of one object of ours. Its existence is the binding. */
export type ObjectRecord = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly remoteId: RemoteId;
  /** For an account: the id in the manifest that matched it. */
  readonly externalId?: string;
  readonly applied: Readonly<Record<FieldPath, AppliedValue>>;
  readonly run: SentActivation | null;
  /**
   * For a connector: custom categories that we created, by key. Kept with the connector, because the
   * service does not list them.
   */
  readonly categories?: Readonly<Record<string, MadeCategory>>;
  /**
   * Fields that had, or may have had, a secret of ours, besides applied secrets. The secret may
   * still be there, or be restored, after Git removed it.
   */
  readonly secretPlaces?: readonly FieldPath[];
  /** For an account: objects removed from Git that may still contain a secret of ours. */
  readonly letGo?: readonly Released[];
  /** Protected from deletion, even if its entry is removed from Git. */
  readonly isProtected?: true;
  /** It was adopted, not created by us. */
  readonly isFound?: true;
  /**
   * For a cycle from a file: the digest of the sent structure, until a read confirms that the
   * service built it. A structure that it builds otherwise is not sent again.
   */
  readonly unproven?: string;
  /** Seeded fields that its creation has still to write. Other seeded fields belong to a person. */
  readonly owed?: readonly FieldPath[];
  /** For a connector that a person must sign in: since when it waits, ISO UTC. */
  readonly waitsSince?: string;
  /** For an account: the first apply that found it leaving and none of its cycles running, ISO UTC. */
  readonly leavingSince?: string;
  /** All that was compared of it when it was created, adopted, applied or accepted; absent until then. */
  readonly baseline?: Baseline;
};

/** The account of the service that a key is bound to. */
export type AccountBinding = Pick<ObjectRecord, 'remoteId' | 'externalId'> & {
  readonly account: string;
};

/**
 * A started create with an unknown outcome. An object in a new listing and not in `idsBefore` came
 * from it.
 */
export type CreateIntent = {
  readonly address: Address;
  /** A template belongs to no account: it is stored under `templatesKey`. */
  readonly kind: ObjectKind | 'template';
  readonly idsBefore: readonly RemoteId[];
  /** Connectors listed before a template install, which may bring some. */
  readonly connectorIdsBefore: readonly RemoteId[];
  readonly begunAt: string;
  /** For a cycle: its template. */
  readonly templateId?: RemoteId;
  /** For a cycle: the name that the service gives it at creation. */
  readonly name?: string;
  /** For a cycle from a file: the digest of its structure. */
  readonly structure?: string;
  /** For a template: the created id, before any list shows it. */
  readonly madeId?: RemoteId;
  /** Fields that a secret is made with; absent where there are none. */
  readonly secrets?: readonly FieldPath[];
};

/** A running cycle that we paused for an edit and have not restarted. Written before the request. */
export type PauseRecord = {
  readonly address: Address;
  readonly cycleId: RemoteId;
  /** The schedule to resume: the manifest's, the last sent, or the live one. */
  readonly schedule: LiveSchedule;
  readonly sent: Activation | null;
  readonly pausedAt: string;
  readonly reason: string;
  /** Written by earlier versions, as in `SentActivation`. */
  readonly isBeforeRun?: true;
};

/**
 * A started write with an unrecorded outcome, which the next read determines. A create has a
 * `CreateIntent` instead, because a read alone does not determine it.
 */
export type WriteIntent = {
  readonly address: Address;
  /** The operation's id and its sentence for people. */
  readonly operation: string;
  readonly does: string;
  readonly begunAt: string;
  /** Fields into which a secret is written; absent where there are none. */
  readonly secrets?: readonly FieldPath[];
  /** For a start about to be sent: the cycle, and its schedule if it succeeds. */
  readonly start?: { readonly cycleId: RemoteId; readonly run: SentActivation };
};

/** The state of one account. */
export type AccountState = {
  readonly account: string;
  readonly objects: ReadonlyMap<Address, ObjectRecord>;
  readonly creates: ReadonlyMap<Address, CreateIntent>;
  readonly pauses: ReadonlyMap<Address, PauseRecord>;
  readonly writes: ReadonlyMap<Address, WriteIntent>;
  /** The stored key until an apply moves it, because the account was renamed. */
  readonly movedFrom?: string;
  /** Renamed objects by new address; stored under the earlier one until an apply moves them. */
  readonly renamed?: ReadonlyMap<Address, Address>;
  /**
   * Cycles whose origin in Git changed by this read: their record becomes a deposed one at the next
   * apply.
   */
  readonly deposed?: ReadonlySet<Address>;
  /** A run that lives has the account locked, so what is unfinished in it is not interrupted. */
  readonly isAtWork?: true;
};

/** One transaction of the store: all of it is durable, or none. */
export type StateChange = {
  readonly account: string;
  /**
   * The fence of the writer's lock. If another run took the lock, nothing is changed. Absent
   * without a lock.
   */
  readonly fence?: number;
  /** An obsolete key: its records are part of this change. */
  readonly moveFrom?: string;
  readonly saveObjects?: readonly ObjectRecord[];
  readonly deleteObjects?: readonly Address[];
  readonly openCreates?: readonly CreateIntent[];
  readonly closeCreates?: readonly Address[];
  readonly openPauses?: readonly PauseRecord[];
  readonly closePauses?: readonly Address[];
  readonly openWrites?: readonly WriteIntent[];
  readonly closeWrites?: readonly Address[];
};

/** The custom category of a connector that we made under a key of ours; a key may be any word. */
export function findMadeCategory(
  record: Pick<ObjectRecord, 'categories'> | null,
  key: string,
): MadeCategory | null {
  const categories = record?.categories ?? {};
  return Object.hasOwn(categories, key) ? (categories[key] ?? null) : null;
}

/** The state of an account that was never observed. */
export function makeEmptyState(account: string): AccountState {
  return { account, objects: new Map(), creates: new Map(), pauses: new Map(), writes: new Map() };
}

/**
 * The state of an account under another key, merged with the state of that key. Until it is written
 * it is `movedFrom` its present key.
 */
export function mergeMovedState(state: AccountState, onto: AccountState): AccountState {
  const { account } = onto;
  const before = toAccountAddress(state.account).length;
  const move = <T extends { readonly address: Address }>(
    records: ReadonlyMap<Address, T>,
    known: ReadonlyMap<Address, T>,
  ) => {
    const moved = [...records.values()].map((record) => {
      const address = `${toAccountAddress(account)}${record.address.slice(before)}` as Address;
      return [address, { ...record, address }] as const;
    });
    return new Map([...moved, ...known]);
  };
  return {
    account,
    objects: move(state.objects, onto.objects),
    creates: move(state.creates, onto.creates),
    pauses: move(state.pauses, onto.pauses),
    writes: move(state.writes, onto.writes),
    movedFrom: state.account,
  };
}
