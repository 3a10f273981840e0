import type { DriftItem } from '../../model/plan.ts';
import { showApplied, showDesired, showLive } from '../../model/show-value.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff, FieldVerdict } from '../../model/verdict.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * What somebody else moved: fields that are not as we last wrote them, objects of ours that are gone,
 * authentication that is lost, cycles that others stopped. What only Git moved is no drift.
 */
export function listDrift(diff: AccountDiff): DriftItem[] {
  const objects: AnyDiff[] = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects.flatMap((object) =>
    object.missing?.kind === 'gone'
      ? [toGone(object)]
      : object.verdicts
          .filter((verdict) => verdict.isDrift)
          .map((verdict) => toItem(object, verdict)),
  );
}

function toGone(object: AnyDiff): DriftItem {
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

function toItem(object: AnyDiff, verdict: FieldVerdict): DriftItem {
  return {
    address: object.address,
    path: verdict.path,
    kind: nameKind(object, verdict),
    moved: verdict.state === 'both' ? 'both' : verdict.state === 'live' ? 'live' : 'unknown',
    wanted: showDesired(verdict.desired.value),
    before: showApplied(verdict),
    now: showLive(verdict),
    at: verdict.desired.at,
  };
}

function nameKind(object: AnyDiff, verdict: FieldVerdict): DriftItem['kind'] {
  const isNow = (value: string | boolean | null): boolean =>
    verdict.live?.kind === 'plain' && verdict.live.value === value;
  if (object.kind === 'connector' && verdict.path === 'auth' && (isNow(false) || isNow(null))) {
    return 'authentication-lost';
  }
  return object.kind === 'cycle' && verdict.path === 'state' && isNow('paused')
    ? 'stopped'
    : 'field';
}
