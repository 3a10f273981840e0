import { formatCanonicalJson, isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, parsePath } from '../address.ts';
import type { AnyDiff } from '../diff/field-diff.ts';
import type { PlainValue } from '../fields/field-value.ts';
import { findFieldRow } from '../fields/fields.ts';
import { normalise } from '../fields/normalise.ts';
import type { Fingerprinter } from '../plan/expectation.ts';
import type { HiddenTexts } from '../secret/hidden-texts.ts';
import { compareFingerprints, type Fingerprint } from '../secret/secret.ts';
import type { ObjectRecord } from '../state/account-state.ts';
import type { BaselineValue } from './baseline.ts';

/** Decides which texts are kept as fingerprints, and makes those. */
export type BaselineContext = { readonly hidden: HiddenTexts; readonly print: Fingerprinter };

/** Fields that an export never writes in clear, whatever they contain. */
const neverClear: ReadonlySet<string> = new Set(['errorWebhook/url']);

/** Converts a live member for the store: in clear, or its fingerprint. */
export function toBaselineValue(
  object: AnyDiff,
  member: readonly [FieldPath, PlainValue],
  { hidden, print }: BaselineContext,
): BaselineValue {
  return isHidden(object, member, hidden)
    ? { kind: 'secret', read: printMember(object, member, print) }
    : { kind: 'plain', value: member[1] };
}

// Returns whether a live member must be neither stored nor shown.
function isHidden(
  { address, kind, live }: AnyDiff,
  [path, value]: readonly [FieldPath, PlainValue],
  hidden: HiddenTexts,
): boolean {
  const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];
  if (live === null || texts.every((text) => text === '')) return false;
  if (neverClear.has(path)) return true;
  const at = { object: address, live: { kind, id: live.id }, path };
  const name = parsePath(path).at(-1) ?? '';
  return texts.some((text) => hidden.hasAt(at, { name, text }));
}

/**
 * Compares a live member with its baseline. `unknown`: fingerprints of different keys. A property that
 * one side lacks has no value.
 */
export function compareMember(
  object: AnyDiff,
  path: FieldPath,
  sides: {
    readonly was: BaselineValue | undefined;
    readonly is: PlainValue | undefined;
    readonly print: Fingerprinter;
  },
): 'same' | 'different' | 'unknown' {
  const absent = toAbsent(path);
  const { was = absent, is = absent?.value, print } = sides;
  if (was === undefined || is === undefined) return 'unknown';
  const { normaliser } = findFieldRow(object.kind, path);
  const now = normalise(is, normaliser);
  if (was.kind === 'plain') {
    return isSameJson(normalise(was.value, normaliser), now) ? 'same' : 'different';
  }
  const compared = compareFingerprints(was.read, printMember(object, [path, now], print));
  return compared === 'not-comparable' ? 'unknown' : compared;
}

/** A member that one side lacks: the service leaves out a property without a value. */
export function toAbsent(
  path: FieldPath,
): { readonly kind: 'plain'; readonly value: null } | undefined {
  return path.startsWith('properties/') ? { kind: 'plain', value: null } : undefined;
}

/** Returns whether a connector is signed in: it waits for someone, so that only the loss is a change. */
export function isSignIn(path: FieldPath, is: PlainValue | undefined): boolean {
  return path === 'auth' && is === true;
}

// With its place, because a short value could be guessed from the values of others. An id stays
// where an address may be renamed.
function printMember(
  { live, kind }: AnyDiff,
  [path, value]: readonly [FieldPath, PlainValue],
  print: Fingerprinter,
): Fingerprint {
  const { normaliser } = findFieldRow(kind, path);
  return print(formatCanonicalJson([kind, live?.id, path, normalise(value, normaliser)]));
}

/**
 * The baseline of a member of a record: the last applied value where Git has just released it. An
 * applied secret was fingerprinted otherwise, and its member was taken when it was written.
 */
export function findBaselineValue(
  { applied, baseline = {} }: Pick<ObjectRecord, 'applied' | 'baseline'>,
  path: FieldPath,
): BaselineValue | undefined {
  const sent = Object.hasOwn(applied, path) ? applied[path] : undefined;
  if (sent?.kind === 'plain') return toMember(path, sent.value);
  return Object.hasOwn(baseline, path) ? baseline[path] : undefined;
}

// A member has the cadence of a schedule alone, because each start moves its time.
function toMember(path: FieldPath, value: PlainValue): BaselineValue | undefined {
  // The state of a cycle that was never started.
  if (path === 'state' && value === null) return undefined;
  if (path !== 'schedule') return { kind: 'plain', value };
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  if (value.kind !== 'every') return undefined;
  return { kind: 'plain', value: { kind: 'every', every: value.every } };
}
