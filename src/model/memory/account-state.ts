import { type Address, type FieldPath, type ObjectKind, toAccountAddress } from '../address.ts';
import type { Activation, Schedule } from '../desired/schedule.ts';
import type { AppliedValue } from '../fields/field-value.ts';
import type { RemoteId } from '../live/live.ts';

/** What we last sent to run a cycle. */
export type RunState = {
  readonly schedule: Schedule;
  readonly sent: Activation;
  /** ISO UTC. */
  readonly activatedAt: string;
  /** Of a single run: it may have been had or not, and nobody but a person can tell. */
  readonly isUnknown?: true;
  /** Of a single run: the cycle was stopped for good and seen at rest before its time, so that it was not had. */
  readonly isBeforeRun?: true;
};

/** The same, of which a person or the service has told what became of it. */
export function withKnownOutcome({ schedule, sent, activatedAt }: RunState): RunState {
  return { schedule, sent, activatedAt };
}

/** A custom category that we made, or that a person found: then nobody knows the name that it has. */
export type MadeCategory = { readonly id: RemoteId; readonly name: string | null };

/** An object that is ours no more, and the fields that had a secret of ours. */
export type Released = {
  readonly kind: ObjectKind;
  readonly remoteId: RemoteId;
  readonly secretPlaces: readonly FieldPath[];
};

/** All that the store keeps of one object of ours. Its existence is the binding that makes it *ours*. */
export type ObjectRecord = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly remoteId: RemoteId;
  /** Of an account: the manifest's id that it was found by. */
  readonly externalId?: string;
  readonly applied: Readonly<Record<FieldPath, AppliedValue>>;
  readonly run: RunState | null;
  /**
   * Of a connector: the custom categories that we made, by our key. Nothing in the service shows them, so
   * that they are remembered as long as the connector is, whatever the manifest names.
   */
  readonly categories?: Readonly<Record<string, MadeCategory>>;
  /**
   * Fields that had a secret of ours once, or may have had, beside those whose applied value is one. It may stand
   * there still, or be put back, when Git has let it go or wrote text in its place.
   */
  readonly secretPlaces?: readonly FieldPath[];
  /** Of an account: objects that Git has let go of, and a secret of ours may stand in them still. */
  readonly letGo?: readonly Released[];
  /** No command deletes it, although its entry be gone from Git with all that stood there. */
  readonly isProtected?: true;
  /** It was there before it was bound: it was adopted, and nothing of ours created it. */
  readonly isFound?: true;
  /**
   * Of a cycle that was made from a file: the digest of the structure that was sent, until a look has shown that the
   * service built that. What it builds otherwise is not sent again.
   */
  readonly unproven?: string;
  /** Seeded fields that its making has still to write. What is not among them is a person's. */
  readonly owed?: readonly FieldPath[];
  /** Of a connector that a person must sign in: since when we saw it wait, ISO UTC. */
  readonly waitsSince?: string;
};

/** The account of the service that a key is bound to. */
export type AccountBinding = Pick<ObjectRecord, 'remoteId' | 'externalId'> & {
  readonly account: string;
};

/**
 * A create that was begun and whose end is not known. What is in a new listing and not in
 * `idsBefore` came from it.
 */
export type CreateIntent = {
  readonly address: Address;
  /** A template belongs to no account: it is kept under `templatesKey`. */
  readonly kind: ObjectKind | 'template';
  readonly idsBefore: readonly RemoteId[];
  /** Connectors listed before a template install, which may bring some. */
  readonly connectorIdsBefore: readonly RemoteId[];
  readonly begunAt: string;
  /** Of a cycle: the template that it is made from. */
  readonly templateId?: RemoteId;
  /** Of a cycle: what the service calls it when it is made. */
  readonly name?: string;
  /** Of a cycle that is made from a file: the digest of its structure. */
  readonly structure?: string;
  /** Of a template: what was made, where no list had it yet. */
  readonly madeId?: RemoteId;
  /** Fields that a secret is made with; absent where there are none. */
  readonly secrets?: readonly FieldPath[];
};

/** A running cycle that we paused for an edit and have not restarted. Written before the request. */
export type PauseRecord = {
  readonly address: Address;
  readonly cycleId: RemoteId;
  /** What to run it on again: the manifest's schedule, what we last sent, or what was read. */
  readonly schedule: Schedule;
  readonly sent: Activation | null;
  readonly pausedAt: string;
  readonly reason: string;
  /** It was seen at rest before the time of the single run that it waited for: so that was not had. */
  readonly isBeforeRun?: true;
};

/**
 * A write to an object that was begun and whose outcome is not noted. The next look at the account tells what
 * became of it. What makes an object has a `CreateIntent` instead, since a look alone does not tell.
 */
export type WriteIntent = {
  readonly address: Address;
  /** The operation's id and its sentence for people. */
  readonly operation: string;
  readonly does: string;
  readonly begunAt: string;
  /** Fields into which a secret is written; absent where there are none. */
  readonly secrets?: readonly FieldPath[];
  /** Of a start that was about to be sent: which cycle, and what it runs on if it came to pass. */
  readonly start?: { readonly cycleId: RemoteId; readonly run: RunState };
};

/** What the store knows of one account. */
export type AccountState = {
  readonly account: string;
  readonly objects: ReadonlyMap<Address, ObjectRecord>;
  readonly creates: ReadonlyMap<Address, CreateIntent>;
  readonly pauses: ReadonlyMap<Address, PauseRecord>;
  readonly writes: ReadonlyMap<Address, WriteIntent>;
  /** The key of Git that all this is kept under until an apply moves it: the account was renamed. */
  readonly movedFrom?: string;
  /** Objects whose entries had another key, by their new address; kept under the earlier one until an apply moves them. */
  readonly renamed?: ReadonlyMap<Address, Address>;
  /** Cycles of which this look found another origin in Git: what they were is a predecessor; an apply keeps it so. */
  readonly deposed?: ReadonlySet<Address>;
};

/** One transaction of the store: all of it is durable, or none. */
export type StateChange = {
  readonly account: string;
  /**
   * The fence of the account's lock as the writer had it. Where another has taken the account since, nothing of
   * the change is made. Absent where nothing is locked.
   */
  readonly fence?: number;
  /** A key of which nothing is kept any more: what it had is among what is kept and opened here. */
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

/** The memory of an account that was never seen. */
export function makeEmptyState(account: string): AccountState {
  return { account, objects: new Map(), creates: new Map(), pauses: new Map(), writes: new Map() };
}

/**
 * The memory of an account under another key, with what is remembered under that already. Until it is
 * written it is `movedFrom` the key that it has.
 */
export function mergeMovedState(memory: AccountState, onto: AccountState): AccountState {
  const { account } = onto;
  const before = toAccountAddress(memory.account).length;
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
    objects: move(memory.objects, onto.objects),
    creates: move(memory.creates, onto.creates),
    pauses: move(memory.pauses, onto.pauses),
    writes: move(memory.writes, onto.writes),
    movedFrom: memory.account,
  };
}
