import type { DesiredCyclePair } from '../../../../src/model/desired/bound.ts';
import { type Deposed, toDeposedAddress } from '../../../../src/model/desired/scope/deposed.ts';
import type { AccountState, PauseRecord } from '../../../../src/model/state/account-state.ts';
import { makeCycle } from '../../../support/values/make-desired.ts';
import {
  makeAccountState,
  makeIntent,
  makePause,
} from '../../../support/values/make-field-diff.ts';
import type { ObservedRuns } from './run-states.ts';

export const address = makeCycle('sync').address;
export const oldAddress = toDeposedAddress(address, 1);

/** The state of an account with the cycle of a cell, and with its deposed one. */
export function makeState(
  pair: DesiredCyclePair,
  { old, observed }: { readonly old: Deposed | null; readonly observed: ObservedRuns },
): AccountState {
  const records = [pair.kind === 'both' ? pair.record : null, old?.record ?? null];
  const sides = listSides(observed);
  const state = makeAccountState({
    objects: records.filter((record) => record !== null),
    creates: observed.own?.isCreateOpen === true ? [makeIntent({ address, kind: 'cycle' })] : [],
    pauses: listPauses(observed),
  });
  const open = sides.filter(({ run }) => run?.isStartOpen === true);
  return {
    ...state,
    writes: new Map(
      open.map(({ address: side }) => [
        side,
        {
          address: side,
          operation: `${side} activate-cycle`,
          does: 'activates "sync"',
          begunAt: '2026-12-01T05:00:00Z',
        },
      ]),
    ),
    ...(pair.kind === 'desired-only' && old !== null ? { deposed: new Set([address]) } : {}),
  };
}

function listSides({ own, old }: ObservedRuns) {
  return [
    { address, run: own, cycleId: 'live-sync' },
    { address: oldAddress, run: old, cycleId: 'live-old' },
  ];
}

/** Lists the pauses of ours that were not ended. */
export function listPauses(observed: ObservedRuns): readonly PauseRecord[] {
  return listSides(observed).flatMap(({ address: side, run, cycleId }) =>
    run?.pausedFrom === undefined
      ? []
      : [makePause(side, { cycleId, schedule: run.pausedFrom, reason: 'edit' })],
  );
}
