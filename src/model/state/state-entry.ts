import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, parseCategoryKey, toFieldPath } from '../address.ts';
import type { AppliedValue, PlainValue, StoredValue, ValueOrigin } from '../fields/field-value.ts';
import {
  type CreateIntent,
  findMadeCategory,
  type ObjectRecord,
  type PauseRecord,
  type WriteIntent,
} from './account-state.ts';
import type { RunId } from './lock.ts';
import type { Admission, FleetRecord, Revision } from './revision.ts';
import type { Rollout, RolloutAccount } from './rollout.ts';
import type { RunAccount, RunRecord } from './run.ts';
import type { LinkRevocations } from './shared/link-revocations.ts';
import type { StoredTarget } from './stored-target.ts';

type StoredAppliedValue = StoredValue & { readonly origin?: ValueOrigin | undefined };

/** A record of this version, or of one before origins existed. */
export type StoredRecord = Omit<ObjectRecord, 'applied'> & {
  readonly applied: Readonly<Record<FieldPath, StoredAppliedValue>>;
};

/** One line of an exported store. Locks and their holders do not travel: they are of processes that live here. */
export type StateEntry =
  | { readonly kind: 'target'; readonly record: StoredTarget }
  | { readonly kind: 'revocations'; readonly record: LinkRevocations }
  | { readonly kind: 'object'; readonly account: string; readonly record: StoredRecord }
  | { readonly kind: 'create'; readonly account: string; readonly record: CreateIntent }
  | { readonly kind: 'pause'; readonly account: string; readonly record: PauseRecord }
  | { readonly kind: 'write'; readonly account: string; readonly record: WriteIntent }
  | { readonly kind: 'run'; readonly record: RunRecord }
  | { readonly kind: 'revision'; readonly record: Revision }
  | { readonly kind: 'fleet'; readonly record: FleetRecord }
  | { readonly kind: 'admission'; readonly record: Admission }
  | { readonly kind: 'rollout'; readonly record: Rollout }
  | { readonly kind: 'rollout-account'; readonly rollout: string; readonly record: RolloutAccount }
  | { readonly kind: 'run-account'; readonly run: RunId; readonly record: RunAccount };

/** The first line of an exported store. */
export type StateHead = {
  readonly format: string;
  /** `PROJECT/ENVIRONMENT`. */
  readonly scope: string;
};

/** The format that this version writes and reads. */
export const stateFormat = 'cyclectl-state/1';

/** How many lines of each kind a store has. */
export type StateTally = Readonly<Record<StateEntry['kind'], number>>;

/** A tally of zeros. */
export function makeStateTally(): Record<StateEntry['kind'], number> {
  return {
    target: 0,
    revocations: 0,
    object: 0,
    create: 0,
    pause: 0,
    write: 0,
    run: 0,
    'run-account': 0,
    revision: 0,
    fleet: 0,
    admission: 0,
    rollout: 0,
    'rollout-account': 0,
  };
}

/**
 * Adds an origin to applied values of earlier versions. A schedule counts as sent if it equals the
 * last activation, a secret if it has a fingerprint; the rest is assumed until read.
 */
export function restoreOrigins(record: StoredRecord): ObjectRecord {
  const applied = Object.entries(record.applied).flatMap(([path, value]) => {
    const known = restoreOrigin(record, path as FieldPath, value);
    return known === null ? [] : [[path, known] as const];
  });
  return { ...record, applied: Object.fromEntries(applied) };
}

function restoreOrigin(
  record: StoredRecord,
  path: FieldPath,
  { origin, ...value }: StoredAppliedValue,
): AppliedValue | null {
  if (origin !== undefined) return { ...value, origin };
  if (value.kind === 'secret') return { ...value, origin: restoreSecret(value) };
  if (record.kind === 'cycle' && path === toFieldPath('schedule')) {
    return restoreSchedule(record, value.value);
  }
  const category = record.kind === 'connector' ? parseCategoryKey(path) : null;
  const isMade = category !== null && findMadeCategory(record, category) !== null;
  return { ...value, origin: isMade ? 'sent' : 'assumed' };
}

function restoreSecret({
  written,
  writtenAt,
}: Extract<StoredValue, { readonly kind: 'secret' }>): ValueOrigin {
  if (written === null) return 'assumed';
  return writtenAt === undefined ? 'read' : 'sent';
}

// A schedule applied while the cycle was paused was kept as applied.
function restoreSchedule({ run }: StoredRecord, value: PlainValue): AppliedValue | null {
  const sent = run?.schedule ?? null;
  if (isSameJson(sent, value)) return { kind: 'plain', value, origin: 'sent' };
  if (sent === null) return { kind: 'plain', value, origin: 'assumed' };
  return sent.kind === 'every' ? { kind: 'plain', value: sent, origin: 'sent' } : null;
}
