import { type Address, type FieldPath, toFieldPath } from '../../model/address.ts';
import type { Import, ImportRequest } from '../../model/desired/cycle-file/cycle-import.ts';
import type { Answer, ApiFailure } from '../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, findDiff, isProtected } from '../../model/diff/field-diff.ts';
import type { AppliedValue } from '../../model/fields/field-value.ts';
import type { LiveCycle, RemoteId } from '../../model/live/live.ts';
import type { LiveStructure, StructureQuery } from '../../model/live/reading.ts';
import type { CheckedConnector, CheckRequest } from '../../model/manifest/check.ts';
import { listWrittenFields, type Operation } from '../../model/plan/operation.ts';
import type {
  Clock,
  Secrets,
  ServiceReader,
  ServiceWriter,
  StoreWriter,
} from '../../model/ports.ts';
import { listSecretPlaces, withSecretPlaces } from '../../model/secret/secret-places.ts';
import type { ObjectRecord, SentActivation } from '../../model/state/account-state.ts';

export type ApplyPorts = {
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
  readonly store: StoreWriter;
  readonly secrets: Secrets;
  readonly clock: Clock;
};

/** Context of an account beside its plan. */
export type ApplyContext = {
  readonly ports: ApplyPorts;
  /** The fresh read, which matches the plan. */
  readonly diff: AccountDiff;
  readonly drainTimeoutMs: number;
  /** Keeps each answer until a write of this apply may have changed it. */
  readonly kept: ServiceReader;
  /** Reads and compares the account again, as far as this object needs it. */
  readonly reread: (object: Address) => Promise<Answer<AccountDiff>>;
  /** The same with answers that are kept, to see what was written. */
  readonly readBack: (object: Address) => Promise<Answer<AccountDiff>>;
  /** Runs the checks of an installed connector. */
  readonly check: (request: CheckRequest) => Promise<CheckedConnector>;
  /** Prepares the import of a cycle file; fails if the service lacks a part of it. */
  readonly prepareImport: (request: ImportRequest) => Promise<Answer<Import>>;
  /** Reads the structure of a live cycle, to compare it with its file. */
  readonly readStructure: (at: StructureQuery) => Promise<Answer<LiveStructure>>;
  /** True if no further work must start. */
  readonly isStopping: () => boolean;
};

/** State of an account's operations: ids by address, and state entries. */
export type ApplyState = ApplyContext & {
  readonly ids: Map<Address, RemoteId>;
  readonly records: Map<Address, ObjectRecord>;
  /** Creates that the service answered; their objects are as no read can show them newer. */
  readonly made: { hasAccount: boolean; readonly cycles: Map<Address, LiveCycle> };
  /** Fields into which this apply wrote, or was about to write, a secret. */
  readonly secretPlaces: Map<Address, ReadonlySet<FieldPath>>;
  /** Objects with a started write of unknown outcome, and the schedule that a start sends. */
  readonly intents: Map<Address, SentActivation | null>;
  readonly checks: Map<Address, CheckedConnector>;
};

export type OperationResult =
  /** `writes` are the requests that wrote, if not one. */
  | { readonly kind: 'done'; readonly writes?: number }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'failed' | 'unknown';
      readonly diagnostics: readonly Diagnostic[];
      /** True if its object was created nevertheless. */
      readonly isMade?: true;
    };

/** Source of the values of an operation: the manifest, or the earlier live values. */
export type Side = 'desired' | 'earlier';

export const done: OperationResult = { kind: 'done' };

/** Selects the number of writes of a result, if it is not one. */
export function selectWrites(performed: OperationResult): { readonly writes?: number } {
  return performed.kind === 'done' && performed.writes !== undefined
    ? { writes: performed.writes }
    : {};
}

/** Returns the id of the account in the service. A missing id is a bug, because its create runs first. */
export function findAccountId(state: ApplyState): RemoteId {
  return findRemoteId(state, state.diff.desired.address);
}

/** Finds the id of an existing object. A missing id is a bug, because its create runs first. */
export function findRemoteId(state: ApplyState, address: Address): RemoteId {
  const id = state.ids.get(address);
  if (id === undefined) throw new Error(`No id is known for ${address}`);
  return id;
}

/** Converts a failed request to a diagnostic of the operation. */
export function toFailed(operation: Operation, failure: ApiFailure, text: string): OperationResult {
  if (isMissing(failure)) return toNotOffered(operation, text);
  const isUnknown = failure.kind === 'outcome-unknown';
  const diagnostic: Diagnostic = reportError(isUnknown ? 'outcome-unknown' : 'request-failed', {
    summary: `${operation.address}: ${operation.does} failed`,
    detail: text,
    address: operation.address,
    remedy: isUnknown
      ? 'Run the command again: it checks the outcome first.'
      : 'Fix the problem that the service names and run the command again.',
  });
  return { kind: isUnknown ? 'unknown' : 'failed', diagnostics: [diagnostic] };
}

// 405 and 501 mean that the service lacks the route.
function isMissing(failure: ApiFailure): boolean {
  if (failure.kind === 'rejected') return failure.status === 405 || failure.status === 501;
  return failure.kind === 'not-offered';
}

function toNotOffered({ address, does }: Operation, text: string): OperationResult {
  const diagnostic: Diagnostic = reportError('not-offered', {
    summary: `${address}: ${does}: the service does not offer this request`,
    detail: text,
    address,
    remedy:
      'Do it in the console. If this service never offers it, write service.contract: documented in cyclectl.yaml.',
  });
  return { kind: 'failed', diagnostics: [diagnostic] };
}

/** Saves the applied fields of an object with its id, in one transaction. */
export async function saveRecord(
  state: ApplyState,
  record: Pick<ObjectRecord, 'address' | 'kind' | 'remoteId'> & {
    readonly applied: Readonly<Record<FieldPath, AppliedValue>>;
    readonly run?: ObjectRecord['run'];
    readonly unproven?: string;
    readonly categories?: NonNullable<ObjectRecord['categories']>;
  },
  also: {
    readonly closeCreate?: boolean;
    readonly closePause?: boolean;
    /** The finished create of a part of the object. */
    readonly closeField?: Address;
  } = {},
): Promise<void> {
  const before = state.records.get(record.address);
  const plain: ObjectRecord = {
    address: record.address,
    kind: record.kind,
    remoteId: record.remoteId,
    ...(record.kind === 'account' ? { externalId: state.diff.desired.id } : {}),
    applied: { ...before?.applied, ...record.applied },
    run: record.run === undefined ? (before?.run ?? null) : record.run,
    ...withCategories(before, record),
    ...(before?.isFound === true && before.remoteId === record.remoteId ? { isFound: true } : {}),
    ...toUnverifiedStructure(record, before),
    ...toPendingSeed(state, before, record),
    ...(before?.waitsSince === undefined ? {} : { waitsSince: before.waitsSince }),
    ...(before?.leavingSince === undefined ? {} : { leavingSince: before.leavingSince }),
    ...(before?.letGo === undefined ? {} : { letGo: before.letGo }),
    ...toKeptBaseline(before, record),
    ...readProtection(state, before, record.address),
  };
  const kept = withSecretPlaces(plain, listPlaces(state, record));
  state.records.set(record.address, kept);
  const isOpen = state.intents.delete(record.address);
  state.ids.set(record.address, record.remoteId);
  await state.ports.store.update({
    account: state.diff.desired.key,
    saveObjects: [kept],
    closeCreates: [
      ...(also.closeCreate === true ? [record.address] : []),
      ...(also.closeField === undefined ? [] : [also.closeField]),
    ],
    ...(also.closePause === true ? { closePauses: [record.address] } : {}),
    ...(isOpen ? { closeWrites: [record.address] } : {}),
  });
}

// The read after the apply moves it; a new object has none until then.
function toKeptBaseline(
  before: ObjectRecord | undefined,
  { remoteId }: Pick<ObjectRecord, 'remoteId'>,
): Pick<ObjectRecord, 'baseline'> {
  if (before?.baseline === undefined || before.remoteId !== remoteId) return {};
  return { baseline: before.baseline };
}

// A create saves its seeded fields as pending, and removes each when it is written. The start
// removes the activity.
function toPendingSeed(
  { diff }: ApplyState,
  before: ObjectRecord | undefined,
  { address, remoteId, applied }: Pick<ObjectRecord, 'address' | 'remoteId' | 'applied'>,
): Pick<ObjectRecord, 'owed'> {
  const isKnown = before?.remoteId === remoteId;
  const fields = isKnown ? [] : (findDiff(diff, address)?.fields ?? []);
  const first = fields.flatMap(({ path, pendingSeed }) => (pendingSeed ? [path] : []));
  const owed = isKnown ? (before.owed ?? []) : first;
  const left = owed.filter((path) => {
    const value = applied[path];
    return value === undefined || (value.kind === 'plain' && value.value === null);
  });
  return left.length === 0 ? {} : { owed: left };
}

function listPlaces(
  { diff, records, secretPlaces }: ApplyState,
  { address, kind, remoteId }: Pick<ObjectRecord, 'address' | 'kind' | 'remoteId'>,
): ReadonlySet<FieldPath> {
  const live = { kind, id: remoteId };
  const remembered = listSecretPlaces({ ...diff.state, objects: records }, address, live);
  return new Set([...remembered, ...(secretPlaces.get(address) ?? [])]);
}

/** Adds the fields into which an operation writes a secret to those of the object. */
export function toSecretPlaces(
  state: ApplyState,
  { address, action }: Operation,
): { readonly secrets?: readonly FieldPath[] } {
  const written = new Set(listWrittenFields(action));
  const object = findDiff(state.diff, address);
  const places = new Set([
    ...(state.secretPlaces.get(address) ?? []),
    ...(object?.fields ?? []).flatMap(({ path, desired }) =>
      written.has(path) && desired.value.kind === 'secret' ? [path] : [],
    ),
  ]);
  if (places.size === 0) return {};
  state.secretPlaces.set(address, places);
  return { secrets: [...places].sort() };
}

// Saves the protection with the create, so that an object stays protected after an immediate crash.
function readProtection(
  { diff }: ApplyState,
  before: ObjectRecord | undefined,
  address: Address,
): Pick<ObjectRecord, 'isProtected'> {
  const object = findDiff(diff, address);
  const keeps = object === undefined ? before?.isProtected === true : isProtected(object);
  return keeps ? { isProtected: true } : {};
}

// A verified structure counts as applied.
function toUnverifiedStructure(
  { applied, unproven }: Pick<ObjectRecord, 'applied' | 'unproven'>,
  before: ObjectRecord | undefined,
): Pick<ObjectRecord, 'unproven'> {
  const sent = unproven ?? before?.unproven;
  return sent === undefined || toFieldPath('from', 'file') in applied ? {} : { unproven: sent };
}

function withCategories(
  before: ObjectRecord | undefined,
  { categories }: Pick<ObjectRecord, 'categories'>,
): Pick<ObjectRecord, 'categories'> {
  const all = { ...before?.categories, ...categories };
  return Object.keys(all).length === 0 ? {} : { categories: all };
}
