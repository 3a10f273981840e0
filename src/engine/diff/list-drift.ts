import { findByAddress } from '../../model/address.ts';
import {
  type AccountDiff,
  type AnyDiff,
  type FieldDiff,
  findLostBinding,
} from '../../model/diff/field-diff.ts';
import { type Outcome, readOutcome } from '../../model/diff/outcome.ts';
import { listAwaitingConsent } from '../../model/diff/used-connectors.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import { toShownApplied, toShownDesired, toShownLive } from '../../model/fields/to-shown-value.ts';
import {
  toDriftPart,
  toShownMember,
  type UnmanagedChange,
} from '../../model/observed/unmanaged.ts';
import type { ShownValue } from '../../model/plan/change.ts';
import type { DriftFinding } from '../../model/plan/plan.ts';
import { toEffectiveRun } from '../../model/state/account-state.ts';

/**
 * Lists changes made outside Git: fields that differ from our last write, missing objects of ours,
 * lost authentication, stopped cycles, and changes of what no manifest manages. Changes in Git alone
 * are not drift.
 */
export function listDrift(diff: AccountDiff): DriftFinding[] {
  const unmanaged = (diff.unmanaged ?? []).filter(({ ignored }) => ignored === undefined);
  const items = unmanaged.map(toUnmanagedItem);
  return [...listManaged(diff).map((item) => withNewName(item, items)), ...items];
}

// A line of Git about a renamed step: the name that it has now is the nearest.
function withNewName(item: DriftFinding, items: readonly DriftFinding[]): DriftFinding {
  const { address, lost } = item;
  if (lost?.thing !== 'step' || lost.isSeveral) return item;
  const renamed = items.flatMap((each) => (each.address === address ? (each.renamed ?? []) : []));
  const own = renamed.find(({ was }) => was === lost.name);
  return own === undefined ? item : { ...item, lost: { ...lost, near: [own.is] } };
}

function toUnmanagedItem(change: UnmanagedChange): DriftFinding {
  const { address, path, was, is, effect, response, at, parts, isUpgrade, renamed } = change;
  return {
    address,
    path,
    kind: 'unmanaged',
    moved: 'live',
    wanted: { kind: 'unknown' },
    before: toShownMember(was),
    now: toShownMember(is),
    at,
    unmanaged: { effect, response, ...(isUpgrade === true ? { isUpgrade } : {}) },
    ...(parts === undefined ? {} : { parts: parts.map(toDriftPart) }),
    ...(renamed === undefined ? {} : { renamed }),
  };
}

function listManaged(diff: AccountDiff): DriftFinding[] {
  const objects: AnyDiff[] = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects.flatMap((object) => {
    if (object.missing === 'gone') return [toGone(object)];
    const lost = findLostBinding(object, diff.state);
    return [
      ...(lost === null || object.live === null
        ? []
        : [{ ...toGone(object), before: toPlain(lost.remoteId), now: toPlain(object.live.id) }]),
      ...object.fields.flatMap((field) => {
        const { drift } = readOutcome(field);
        return drift === null || isWaiting(object, field, diff)
          ? []
          : [toItem(object, field, drift)];
      }),
    ];
  });
}

// A cycle that never ran and waits for a sign-in was not stopped by others.
function isWaiting(object: AnyDiff, { path, applied }: FieldDiff, diff: AccountDiff): boolean {
  if (object.kind !== 'cycle' || path !== 'state' || isOneOf(applied, 'active')) return false;
  const cycle = findByAddress(diff.cycles, object.address);
  const { live = null, record = null } = cycle ?? {};
  if (cycle === undefined || live === null || live.status === 'Active') return false;
  return (
    !live.hasRun &&
    toEffectiveRun(record?.run ?? null) === null &&
    listAwaitingConsent(cycle, diff.connectors).length > 0
  );
}

function toGone(object: AnyDiff): DriftFinding {
  return {
    address: object.address,
    path: null,
    kind: 'gone',
    moved: 'live',
    wanted: { kind: 'unknown' },
    before: { kind: 'unknown' },
    now: { kind: 'unknown' },
    at: object.at,
  };
}

function toPlain(value: PlainValue): ShownValue {
  return { kind: 'plain', value };
}

function toItem(
  object: AnyDiff,
  field: FieldDiff,
  moved: NonNullable<Outcome['drift']>,
): DriftFinding {
  return {
    address: object.address,
    path: field.path,
    kind: classifyKind(object, field),
    moved,
    wanted: toShownDesired(field.desired.value),
    before: toShownApplied(field),
    now: toShownLive(field),
    at: field.desired.at,
    ...(field.lost === undefined ? {} : { lost: field.lost }),
  };
}

function classifyKind(object: AnyDiff, field: FieldDiff): DriftFinding['kind'] {
  const { path, live, applied } = field;
  if (object.kind === 'connector' && path === 'auth' && isOneOf(live, false, null)) {
    return 'authentication-lost';
  }
  const isStopped = isOneOf(live, 'paused') && isOneOf(applied, 'active');
  return object.kind === 'cycle' && path === 'state' && isStopped ? 'stopped' : 'field';
}

function isOneOf(
  side: FieldDiff['live'] | FieldDiff['applied'],
  ...values: readonly PlainValue[]
): boolean {
  return side?.kind === 'plain' && values.includes(side.value);
}
