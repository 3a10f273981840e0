import { isSameJson } from '../../kit/json/canonical-json.ts';
import {
  type Address,
  type FieldPath,
  findByAddress,
  type MemberName,
  type ObjectKind,
} from '../address.ts';
import type { BoundConnector, BoundCycle, NamedCycle } from '../desired/bound.ts';
import type { DesiredAccount } from '../desired/desired.ts';
import type { Deposed } from '../desired/scope/deposed.ts';
import type { Ignored } from '../desired/scope/ignored.ts';
import type { Refusal } from '../diagnostic/diagnostic.ts';
import type { AppliedValue, DesiredField, LiveValue } from '../fields/field-value.ts';
import type { Capabilities } from '../live/capabilities.ts';
import type { LiveAccount, LiveConnector, LiveCycle, RemoteId } from '../live/live.ts';
import type { LiveStructure } from '../live/reading.ts';
import type { Contents } from '../observed/contents.ts';
import type { UnmanagedChange } from '../observed/unmanaged.ts';
import type { SourceSpan } from '../source-span.ts';
import type { AccountState, ObjectRecord } from '../state/account-state.ts';
import type { Comparison, Disposition, Redaction } from './disposition.ts';
import type { Missing, Pair } from './pair.ts';
import type { Part } from './part.ts';
import type { RunDecision } from './run-plan.ts';
import type { RunState } from './run-state.ts';
import type { UnknownName } from './unresolved-name.ts';

/** Compared, of any kind. */
export type AnyCompared = Compared<AccountObjectDiff | ConnectorDiff | DecidedCycle>;

/** One managed field with its sides and how they compare. */
export type ComparedField = {
  readonly path: FieldPath;
  readonly desired: DesiredField;
  /** Null where the object does not exist. */
  readonly live: LiveValue | null;
  readonly applied: AppliedValue | null;
  readonly comparison: Comparison;
  readonly redaction: Redaction;
  /** The service has no object of this name; similar names are in it. */
  readonly lost?: UnknownName;
};

/** A managed field and the decision about it in this run. */
export type FieldDiff = ComparedField & {
  readonly disposition: Disposition;
  /** True if it is seeded, and the creation of its object has still to write it. */
  readonly pendingSeed: boolean;
};

/**
 * Returns whether only the origin of a cycle no longer exists. Such a loss can be ignored, because
 * the cycle itself exists; a different origin means a replacement.
 */
export function isLostOrigin({ lost }: Pick<ComparedField, 'lost'>): boolean {
  return lost?.thing === 'template';
}

/** One object of the manifest, compared field by field. */
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
  /** Fields that we applied and the manifest no longer names. */
  readonly forgotten: readonly FieldPath[];
  /** Live objects that it may be; absent unless it is ambiguous. */
  readonly candidates?: readonly RemoteId[];
};

export type AccountObjectDiff = ObjectDiff<DesiredAccount, LiveAccount>;

export type ConnectorDiff = ObjectDiff<BoundConnector, LiveConnector>;

/** A cycle before the plan of its running. */
export type DecidedCycle = ObjectDiff<NamedCycle, LiveCycle> & {
  readonly runState: RunState;
  /** The cycles that it replaces; each is in `liveOnlyCycles` too. */
  readonly deposed: readonly Deposed[];
  /** Its structural differences from the file, if read. */
  readonly structure?: LiveStructure;
  /** Its steps, edges, variables and mappings, if it was read whole. */
  readonly contents?: Contents;
  /** Why the parts that no manifest manages could not be read, where a plan or an apply tried. */
  readonly restUnread?: string;
};

export type CycleDiff = DecidedCycle & RunDecision;

/** The comparison of one object of any kind, and the decisions about it. */
export type AnyDiff = AccountObjectDiff | ConnectorDiff | CycleDiff;

/** An object that is gone and is left so for a time. */
export type IgnoredAbsence = {
  readonly address: Address;
  readonly ignored: Ignored;
};

/** An object before the decisions about its fields. */
export type Compared<T> = Omit<T, 'fields'> & { readonly fields: readonly ComparedField[] };

/** An account before the decisions about its objects and fields. */
export type ComparedAccount = Omit<AccountDiff, 'account' | 'connectors' | 'cycles'> & {
  readonly account: Compared<AccountObjectDiff>;
  readonly connectors: readonly Compared<ConnectorDiff>[];
  readonly cycles: readonly Compared<DecidedCycle>[];
};

/** An account before the plan of its running. */
export type DecidedAccount = Omit<AccountDiff, 'cycles'> & {
  readonly cycles: readonly DecidedCycle[];
};

/** Everything that was found about one account; plan and drift are both read off it. */
export type AccountDiff = {
  readonly desired: DesiredAccount;
  /**
   * True if the account alone is compared, because only an existing account can read the catalog.
   */
  readonly isAccountFirst: boolean;
  /** Parts that the service offers; the others need manual action. */
  readonly capabilities: Capabilities;
  readonly state: AccountState;
  readonly account: AccountObjectDiff;
  readonly connectors: readonly ConnectorDiff[];
  readonly cycles: readonly CycleDiff[];
  readonly liveOnlyConnectors: readonly Extract<
    Pair<BoundConnector, LiveConnector>,
    { kind: 'live-only' }
  >[];
  /** Values of sensitive properties of all live connectors, in clear: never show or store one. */
  readonly sensitiveTexts: readonly string[];
  readonly liveOnlyCycles: readonly Extract<Pair<BoundCycle, LiveCycle>, { kind: 'live-only' }>[];
  /** Objects of ours without an entry that cannot be deleted, and need manual action. */
  readonly manualDeletes: readonly ObjectRecord[];
  /**
   * Deleted objects that are not created again because of an entry under ignore; absent if there is
   * none.
   */
  readonly ignoredAbsences?: readonly IgnoredAbsence[];
  /** Set if a run restores a part of the account only. */
  readonly part?: Part;
  /** Changes by others that no field of Git shows; absent if there is none. */
  readonly unmanaged?: readonly UnmanagedChange[];
  /** Members that others changed of a cycle that is replaced, by the address of its replacement. */
  readonly replacedChanges?: ReadonlyMap<Address, readonly FieldPath[]>;
  /** Members that could not be compared with their baseline; absent if there is none. */
  readonly uncompared?: readonly MemberName[];
  /** Unmanaged changes that the project leaves out; absent if there is none. */
  readonly leftOut?: number;
};

/** Finds the compared object of an address. */
export function findDiff(
  { account, connectors, cycles }: Pick<AccountDiff, 'account' | 'connectors' | 'cycles'>,
  address: Address,
): AnyDiff | undefined {
  if (account.address === address) return account;
  return findByAddress(connectors, address) ?? findByAddress(cycles, address);
}

/** Returns whether what was compared is a cycle. */
export function isCycleDiff(object: AnyDiff): object is CycleDiff {
  return object.kind === 'cycle';
}

/** Returns whether the manifest protects an object from deletion. */
export function isProtected({ desired }: AnyDiff): boolean {
  if ('bound' in desired) return desired.bound.desired.isProtected === true;
  return ('release' in desired ? desired.desired : desired).isProtected === true;
}

/**
 * Returns whether the state has everything that we wrote to an object. False on first match, and
 * for an object settled by a person that the service does not show.
 */
export function isBound(
  record: ObjectRecord | null,
  live: LiveAccount | LiveConnector | LiveCycle | null,
): boolean {
  if (record === null) return false;
  const isRecalled = live !== null && 'isRecalled' in live && live.isRecalled === true;
  return !isRecalled || Object.keys(record.applied).length > 0;
}

/**
 * The lost binding of an entry, if another object now has its name; else null. Nothing of ours was
 * ever written to that object.
 */
export function findLostBinding(
  object: { readonly address: Address; readonly live: unknown; readonly record: unknown },
  { objects }: Pick<AccountState, 'objects'>,
): ObjectRecord | null {
  if (object.live === null || object.record !== null) return null;
  return objects.get(object.address) ?? null;
}

/** Lists the ambiguous objects of a manifest, or of one address. */
export function listAmbiguities(
  { connectors, cycles }: AccountDiff,
  address?: Address,
): readonly Refusal[] {
  return [...connectors, ...cycles].flatMap(({ address: own, desired: { refusals } }) =>
    address === undefined || address === own ? refusals.filter(isAmbiguity) : [],
  );
}

/** Returns whether a refusal is about an ambiguous object. */
export function isAmbiguity({ code }: Refusal): boolean {
  return code === 'ambiguous' || code === 'renamed-onto';
}

/**
 * Returns whether a field is a variable that a cycle of ours no longer has, or a mapping to one. We
 * never create one (FORMAT): it comes with the template.
 */
export function isGoneVariable({ live, desired }: AnyCompared, field: ComparedField): boolean {
  const miss = 'unresolved' in desired ? desired.unresolved.get(field.path) : undefined;
  if (live === null || miss?.lost.thing !== 'variable' || miss.lost.isSeveral) return false;
  const { applied, desired: wanted } = field;
  // A mapping to another variable than the one that was there is a wrong name in Git.
  return miss.isSource === true
    ? applied?.kind === 'plain' &&
        wanted.value.kind === 'plain' &&
        isSameJson(applied.value, wanted.value.value)
    : applied !== null;
}

/** All deposed cycles of an account. */
export function listDeposed({ cycles }: Replacements): readonly Deposed[] {
  return cycles.flatMap(({ deposed }) => deposed);
}

/** The deposed cycles of one replacement. */
export function findDeposed({ cycles }: Replacements, replacement: Address): readonly Deposed[] {
  return findByAddress(cycles, replacement)?.deposed ?? [];
}

type Replacements = { readonly cycles: readonly Pick<CycleDiff, 'address' | 'deposed'>[] };
