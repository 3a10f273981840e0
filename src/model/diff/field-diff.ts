import type { Address, FieldPath, ObjectKind } from '../address.ts';
import type { BoundConnector, BoundCycle, NamedCycle } from '../desired/bound.ts';
import type { DesiredAccount } from '../desired/desired.ts';
import type { Deposed } from '../desired/scope/deposed.ts';
import type { Ignored } from '../desired/scope/ignored.ts';
import type { Owner } from '../desired/scope/ownership.ts';
import type { AppliedValue, DesiredField, LiveValue } from '../fields/field-value.ts';
import type { Capabilities } from '../live/capabilities.ts';
import type { LiveAccount, LiveConnector, LiveCycle } from '../live/live.ts';
import type { LiveStructure } from '../live/reading.ts';
import type { AccountState, ObjectRecord } from '../memory/account-state.ts';
import type { SourceSpan } from '../source-span.ts';
import type { Missing, Pair } from './pair.ts';
import type { UnknownName } from './unresolved-name.ts';

/**
 * The six states of a managed field, `new` for one whose object is not there, `not-compared` for what has
 * no value here or counts only while its cycle runs, `unfinished` for what an apply of ours left: neither Git nor the service moved, and `earlier`
 * for what an undo brings back.
 */
export type FieldState =
  | 'same'
  | 'manifest'
  | 'live'
  | 'both'
  | 'unknown'
  | 'unfinished'
  | 'earlier'
  | 'not-readable'
  | 'not-compared'
  | 'new';

/** One managed field, judged. */
export type FieldDiff = {
  readonly path: FieldPath;
  readonly state: FieldState;
  readonly desired: DesiredField;
  /** Null where the object does not exist. */
  readonly live: LiveValue | null;
  readonly applied: AppliedValue | null;
  /** Whether apply has something to send for it. */
  readonly isChange: boolean;
  readonly isDrift: boolean;
  /** It is left to a person, since the service offers no way to write it. */
  readonly isManual?: true;
  /** Who has the say over it, where that is not Git: then it is no change and no drift. */
  readonly owner?: Exclude<Owner, 'managed'>;
  /** It is only observed for a time, because somebody has said to leave what differs. */
  readonly ignored?: Ignored;
  /** It is seeded, and the making of its object has still to write it. */
  readonly isPendingSeed?: true;
  /** A secret of ours was written there once, or may have been, by what is remembered. */
  readonly mayBeSecret?: true;
  /** Nothing is there under its name; what is there in its place is in the name. */
  readonly lost?: UnknownName;
  /** What is there is another text than Git wants, and has a known secret in it. */
  readonly hasSecret?: true;
};

/**
 * Whether it is that the service no longer has what a cycle was made from. The cycle is there all the same, so that
 * this alone of its origin can be left as it is: for another origin another cycle is made in its place.
 */
export function isLostOrigin({ lost }: Pick<FieldDiff, 'lost'>): boolean {
  return lost?.thing === 'template';
}

/** One object that the manifest wants, judged field by field. */
export type ObjectDiff<D, L> = {
  readonly address: Address;
  readonly kind: ObjectKind;
  /** Where the manifest writes the object. */
  readonly at: SourceSpan;
  readonly desired: D;
  readonly live: L | null;
  readonly record: ObjectRecord | null;
  readonly missing: Missing | null;
  readonly fields: readonly FieldDiff[];
  /** What we once wrote and the manifest no longer names. */
  readonly forgotten: readonly FieldPath[];
};

export type AccountObjectDiff = ObjectDiff<DesiredAccount, LiveAccount>;
export type ConnectorDiff = ObjectDiff<BoundConnector, LiveConnector>;
export type CycleDiff = ObjectDiff<NamedCycle, LiveCycle> & {
  /** How it differs from its file in structure, where that was looked at. */
  readonly structure?: LiveStructure;
  /** What its file says of its mappings, is otherwise in it, and no request writes; absent where there is none. */
  readonly launchVisible?: readonly LaunchVisible[];
  /** It runs, and something of it that differs waits until a person has signed a connector in. */
  readonly isEditWaiting?: true;
};

/** A mapping of which a file says whether people see it when they launch, where it is the other way. */
export type LaunchVisible = {
  readonly path: FieldPath;
  readonly wants: boolean;
  readonly at: SourceSpan;
};

/** An object that is gone and is left so for a time. */
export type IgnoredAbsence = {
  readonly address: Address;
  readonly ignored: Ignored;
};

/** Everything that was found about one account; plan and drift are both read off it. */
export type AccountDiff = {
  readonly desired: DesiredAccount;
  /** Whether the account alone was looked at, since only one that exists can ask for the catalogue. */
  readonly isAccountFirst: boolean;
  /** What the service offers; what it does not is left to a person. */
  readonly capabilities: Capabilities;
  readonly memory: AccountState;
  readonly account: AccountObjectDiff;
  readonly connectors: readonly ConnectorDiff[];
  readonly cycles: readonly CycleDiff[];
  readonly liveOnlyConnectors: readonly Extract<
    Pair<BoundConnector, LiveConnector>,
    { kind: 'live-only' }
  >[];
  readonly liveOnlyCycles: readonly Extract<Pair<BoundCycle, LiveCycle>, { kind: 'live-only' }>[];
  /** Cycles of ours that make way for those of the manifest, by the address of that; each is in `liveOnlyCycles` too. */
  readonly deposed: ReadonlyMap<Address, readonly Deposed[]>;
  /** What is ours, has no entry any more and cannot be deleted: left to a person. */
  readonly manualDeletes: readonly ObjectRecord[];
  /** What is gone and is not made again, because somebody has said to leave it so for a time; absent where there is none. */
  readonly ignoredAbsences?: readonly IgnoredAbsence[];
};
