import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, readCategoryKey, toFieldPath } from '../address.ts';
import { isSingleRun } from '../desired/schedule.ts';
import type { AppliedValue, KeptValue, PlainValue, ValueOrigin } from '../fields/field-value.ts';
import { findMade, type ObjectRecord } from './memory.ts';

/** A record of this version or of one before applied values had an origin. */
export type StoredRecord = Omit<ObjectRecord, 'applied'> & {
  readonly applied: Readonly<Record<FieldPath, StoredValue>>;
};

type StoredValue = KeptValue & { readonly origin?: ValueOrigin | undefined };

/**
 * A record with an origin for each applied value. Earlier versions kept none: a schedule is then what the last activation
 * sent, and another one that stands there was never sent; a secret is known where its fingerprint is; all else is
 * assumed until a look reads it.
 */
export function recallOrigins(record: StoredRecord): ObjectRecord {
  const applied = Object.entries(record.applied).flatMap(([path, value]) => {
    const known = recallOrigin(record, path as FieldPath, value);
    return known === null ? [] : [[path, known] as const];
  });
  return { ...record, applied: Object.fromEntries(applied) };
}

function recallOrigin(
  record: StoredRecord,
  path: FieldPath,
  { origin, ...value }: StoredValue,
): AppliedValue | null {
  if (origin !== undefined) return { ...value, origin };
  if (value.kind === 'secret') return { ...value, origin: judgeSecret(value) };
  if (record.kind === 'cycle' && path === toFieldPath('schedule')) {
    return recallSchedule(record, value.value);
  }
  const category = record.kind === 'connector' ? readCategoryKey(path) : null;
  const isMade = category !== null && findMade(record, category) !== null;
  return { ...value, origin: isMade ? 'sent' : 'assumed' };
}

function judgeSecret({
  written,
  writtenAt,
}: Extract<KeptValue, { readonly kind: 'secret' }>): ValueOrigin {
  if (written === null) return 'assumed';
  return writtenAt === undefined ? 'read' : 'sent';
}

// What Git said while the cycle rested was kept as applied, whatever it had run on. A single run was kept as it was
// asked for, and is not asked for again.
function recallSchedule({ run }: StoredRecord, value: PlainValue): AppliedValue | null {
  const sent = run?.schedule ?? null;
  if (isSameJson(sent, value)) return { kind: 'plain', value, origin: 'sent' };
  if (sent === null || isSingleRun(value)) return { kind: 'plain', value, origin: 'assumed' };
  return sent.kind === 'every' ? { kind: 'plain', value: sent, origin: 'sent' } : null;
}
