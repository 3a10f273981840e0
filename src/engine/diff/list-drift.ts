import { findLostBinding } from '../../model/diff/find-lost-binding.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldVerdict,
} from '../../model/diff/verdict.ts';
import { findWaiting } from '../../model/diff/waiting.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import { showApplied, showDesired, showLive } from '../../model/fields/show-value.ts';
import type { ShownValue } from '../../model/plan/change.ts';
import type { DriftFound } from '../../model/plan/plan.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * What somebody else moved: fields that are not as we last wrote them, objects of ours that are gone,
 * authentication that is lost, cycles that others stopped. What only Git moved is no drift.
 */
export function listDrift(diff: AccountDiff): DriftFound[] {
  const objects: AnyDiff[] = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects.flatMap((object) => {
    if (object.missing?.kind === 'gone') return [toGone(object)];
    const lost = findLostBinding(object, diff.memory);
    return [
      ...(lost === null || object.live === null
        ? []
        : [{ ...toGone(object), before: toPlain(lost.remoteId), now: toPlain(object.live.id) }]),
      ...object.verdicts
        .filter((verdict) => verdict.isDrift && !waits(object, verdict, diff))
        .map((verdict) => toItem(object, verdict)),
    ];
  });
}

// Nobody stopped a cycle that nothing shows to have run, and that cannot run before a person signs in.
function waits(object: AnyDiff, { path, applied }: FieldVerdict, diff: AccountDiff): boolean {
  if (object.kind !== 'cycle' || path !== 'state' || isOneOf(applied, 'active')) return false;
  const cycle = diff.cycles.find(({ address }) => address === object.address);
  const { live = null, record = null } = cycle ?? {};
  if (cycle === undefined || live === null || live.status === 'Active') return false;
  return (
    !live.hasRun && (record?.run ?? null) === null && findWaiting(cycle, diff.connectors).length > 0
  );
}

function toGone(object: AnyDiff): DriftFound {
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

function toItem(object: AnyDiff, verdict: FieldVerdict): DriftFound {
  return {
    address: object.address,
    path: verdict.path,
    kind: nameKind(object, verdict),
    moved: verdict.state === 'both' ? 'both' : verdict.state === 'live' ? 'live' : 'unknown',
    wanted: showDesired(verdict.desired.value),
    before: showApplied(verdict),
    now: showLive(verdict),
    at: verdict.desired.at,
    ...(verdict.lost === undefined ? {} : { lost: verdict.lost }),
  };
}

function nameKind(object: AnyDiff, verdict: FieldVerdict): DriftFound['kind'] {
  const { path, live, applied } = verdict;
  if (object.kind === 'connector' && path === 'auth' && isOneOf(live, false, null)) {
    return 'authentication-lost';
  }
  const isStopped = isOneOf(live, 'paused') && isOneOf(applied, 'active');
  return object.kind === 'cycle' && path === 'state' && isStopped ? 'stopped' : 'field';
}

function isOneOf(
  side: FieldVerdict['live'] | FieldVerdict['applied'],
  ...values: readonly PlainValue[]
): boolean {
  return side?.kind === 'plain' && values.includes(side.value);
}
