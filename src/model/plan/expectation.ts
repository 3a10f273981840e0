import { isSameJson, writeCanonicalJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath, ObjectKind } from '../address.ts';
import type { AccountDiff, FieldVerdict } from '../diff/verdict.ts';
import { type PlainValue, toShownText } from '../fields/field-value.ts';
import { rowOf } from '../fields/fields.ts';
import { normalise } from '../fields/normalise.ts';
import { isLiveHidden } from '../fields/show-value.ts';
import type { RemoteId } from '../live/live.ts';
import { type Fingerprint, isLasting } from '../secret/secret.ts';
import { strikeAddress } from '../secret/strike-address.ts';
import type { ShownValue } from './change.ts';
import type { Move, ObjectState } from './move.ts';

/**
 * What operations on one object rest on: whether it is there, whether it runs, and what the fields that they
 * write have. All operations of an object share it; it is data of the plan, and is looked at again before the
 * first write of the object.
 */
export type Expectation = {
  readonly address: Address;
  /** Its id in the service; null: it is not there. */
  readonly id: RemoteId | null;
  /** Of a cycle that is there. */
  readonly isActive?: boolean;
  readonly before?: Readonly<Record<FieldPath, ExpectedValue>>;
};

/** A value as it was found. A secret is a fingerprint, and none where its key is of one run alone. */
export type ExpectedValue =
  | Extract<ShownValue, { readonly kind: 'plain' | 'unknown' }>
  | { readonly kind: 'secret'; readonly print: Fingerprint | null };

/** An object as a look found it. */
export type FoundObject = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly live: { readonly id: RemoteId; readonly status?: string } | null;
  readonly verdicts: readonly FieldVerdict[];
};

/** Makes fingerprints of what was read. */
export type Print = (text: string) => Fingerprint;

/** The object of an address in what was found; one that is to be deleted has no fields. Null: it is not there. */
export function findObject(diff: AccountDiff, address: Address): FoundObject | null {
  const found = [diff.account, ...diff.connectors, ...diff.cycles].find(
    (object) => object.address === address,
  );
  if (found !== undefined) return found;
  const connector = diff.leftConnectors.find(({ record }) => record?.address === address);
  if (connector !== undefined)
    return { address, kind: 'connector', live: connector.live, verdicts: [] };
  const cycle = diff.leftCycles.find(({ record }) => record?.address === address);
  return cycle === undefined ? null : { address, kind: 'cycle', live: cycle.live, verdicts: [] };
}

/** What is to be expected of an object, of its fields those with these paths, from how it was found. */
export function expectObject(
  { address, kind, live, verdicts }: FoundObject,
  paths: ReadonlySet<FieldPath>,
  print: Print,
): Expectation {
  if (live === null) return { address, id: null };
  const before = verdicts
    .filter(({ path }) => paths.has(path))
    .map((verdict) => [verdict.path, toExpected(kind, verdict, print)] as const);
  return {
    address,
    id: live.id,
    ...(live.status === undefined ? {} : { isActive: live.status === 'Active' }),
    ...(before.length === 0 ? {} : { before: Object.fromEntries(before) }),
  };
}

/** What of an object is not as it was expected; `found` is null where a look found nothing of it. */
export function listMoves(
  expected: Expectation,
  found: FoundObject | null,
  print: Print,
): readonly Move[] {
  const { address, id, isActive, before = {} } = expected;
  const paths = new Set(Object.keys(before) as FieldPath[]);
  const now = found === null ? { address, id: null } : expectObject(found, paths, print);
  if (now.id !== id) {
    return [{ address, path: null, was: toState(id), is: toState(now.id) }];
  }
  const ran = isActive === now.isActive ? [] : [toRunMove(address, isActive === true)];
  // Whether it runs is told of the object, and not once more as a field of it.
  const told = ran.length === 0 ? [...paths] : [...paths].filter((path) => path !== 'state');
  return [
    ...ran,
    ...told.flatMap((path): Move[] => {
      const was = before[path] ?? { kind: 'unknown' };
      const is = now.before?.[path] ?? { kind: 'unknown' };
      const isStill =
        isSameJson(was, is) || (found !== null && isEarlierForm(was, found, { path, print }));
      return isStill ? [] : [{ address, path, was: show(was), is: show(is) }];
    }),
  ];
}

function toState(id: RemoteId | null): ObjectState {
  return id === null ? { kind: 'absent' } : { kind: 'there', id };
}

function toRunMove(address: Address, wasActive: boolean): Move {
  const [active, resting] = [{ kind: 'active' }, { kind: 'resting' }] as const;
  return wasActive
    ? { address, path: null, was: active, is: resting }
    : { address, path: null, was: resting, is: active };
}

function toExpected(kind: ObjectKind, verdict: FieldVerdict, print: Print): ExpectedValue {
  const { live, path } = verdict;
  if (live === null || live.kind === 'not-readable') return { kind: 'unknown' };
  if (live.kind === 'secret') return { kind: 'secret', print: keepLasting(live.read) };
  return expectPlain(verdict, normalise(live.value, rowOf(kind, path).normaliser), print);
}

function expectPlain(verdict: FieldVerdict, value: PlainValue, print: Print): ExpectedValue {
  const letsIn = typeof value === 'string' && strikeAddress(value) !== value;
  if (value === null || !(letsIn || isLiveHidden(verdict))) return { kind: 'plain', value };
  // What stands where a secret belongs may be one.
  const text = toShownText(value);
  return { kind: 'secret', print: keepLasting(print(text ?? writeCanonicalJson(value))) };
}

// A plan that was saved before the row of a field had its normaliser has the value, or its fingerprint, as it was found.
function isEarlierForm(
  was: ExpectedValue,
  { kind, verdicts }: FoundObject,
  { path, print }: { readonly path: FieldPath; readonly print: Print },
): boolean {
  const verdict = verdicts.find((each) => each.path === path);
  if (verdict?.live?.kind !== 'plain') return false;
  const { value } = verdict.live;
  return was.kind === 'plain'
    ? isSameJson(
        { ...was, value: normalise(was.value, rowOf(kind, path).normaliser) },
        toExpected(kind, verdict, print),
      )
    : isSameJson(was, expectPlain(verdict, value, print));
}

/** A fingerprint that a later run can compare; null for one of a key that this run alone has. */
export function keepLasting(print: Fingerprint | null): Fingerprint | null {
  return print !== null && isLasting(print) ? print : null;
}

function show(value: ExpectedValue): ShownValue {
  return value.kind === 'secret' ? { kind: 'secret', from: null } : value;
}
