import { checkDriftAddresses, checkIgnored } from '../../../engine/diff/check-drift-addresses.ts';
import {
  type Address,
  isWithin,
  parsePath,
  toAccountAddress,
  toConnectorAddress,
  toFieldAddress,
} from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, type CycleDiff, findDeposed } from '../../../model/diff/field-diff.ts';
import type { Part } from '../../../model/diff/part.ts';
import { isEffectivelyRunning } from '../../../model/diff/run-state.ts';
import { type Left, reportRefused } from './list-left.ts';

/** Drift to restore to Git, for all accounts of a run. */
export type RevertRequest = {
  /** The requested addresses, each with everything below it; empty means all drift. */
  readonly addresses: readonly Address[];
  /** True if each of them must have drift; an approved plan may find it reverted already. */
  readonly isNew: boolean;
};

/**
 * Refuses to revert drift at an address without drift, before a needed apply, or without an object
 * that it needs.
 */
export function checkRevert(
  diff: AccountDiff,
  { part, left }: { readonly part: Part; readonly left: readonly Left[] },
  { addresses, isNew }: RevertRequest,
): readonly Diagnostic[] {
  const unmoved = isNew ? checkUnchanged(diff, { part, left }, addresses) : [];
  const meant = new Set<Address>([...part.objects, ...part.fields.keys()]);
  if (meant.size === 0) return unmoved;
  return [
    ...unmoved,
    ...checkRenamed(diff),
    ...[...meant].flatMap((address) => checkUnfinished(diff, address)),
    ...checkNeeds(diff, part, meant),
  ];
}

function checkUnchanged(
  diff: AccountDiff,
  { part: { objects, fields }, left }: { readonly part: Part; readonly left: readonly Left[] },
  addresses: readonly Address[],
): readonly Diagnostic[] {
  const moved = [
    ...objects,
    ...[...fields].flatMap(([object, paths]) =>
      [...paths].map((path) => toFieldAddress(object, path)),
    ),
  ];
  return checkDriftAddresses(diff, addresses, (address, found) => {
    if (moved.some((each) => isWithin(address, each))) return [];
    const own = left.filter((each) => isWithin(address, each.address));
    return own.length === 0 ? checkIgnored(address, found) : own.map(reportRefused);
  });
}

function checkRenamed({ desired: { key, address }, state }: AccountDiff): Diagnostic[] {
  const { movedFrom, renamed } = state;
  if (movedFrom === undefined && (renamed?.size ?? 0) === 0) return [];
  const summary =
    movedFrom === undefined
      ? `${key} has entries with other keys in Git than in state`
      : `${key} was ${movedFrom} in Git, and its state entry has not moved yet`;
  const remedy = 'Run cyclectl apply first to move the entry.';
  return [reportError('revert-refused', { summary, address, remedy })];
}

// Refuses interrupted objects, because they may have a mix of values and must not run.
function checkUnfinished({ state }: AccountDiff, address: Address): Diagnostic[] {
  const isPaused = state.pauses.has(address);
  if (!isPaused && !state.creates.has(address)) return [];
  return [
    reportError('revert-refused', {
      summary: isPaused
        ? `${address} was paused by cyclectl for an edit that was interrupted`
        : `The create of ${address} was interrupted and is unfinished`,
      address,
      remedy: 'Run cyclectl resume or apply first to finish it.',
    }),
  ];
}

/**
 * Refuses to start a cycle beside another one of its entry, because a revert replaces nothing and two
 * must not run.
 */
export function checkBeside(diff: AccountDiff, reverted: AccountDiff): Diagnostic[] {
  return reverted.cycles
    .filter(({ runPlan: { kind } }) => kind === 'start' || kind === 'window')
    .flatMap(({ address }) =>
      findDeposed(diff, address)
        .filter(({ run, isWriteOpen }) => isWriteOpen || isEffectivelyRunning(run))
        .map(({ live }) =>
          reportError('revert-refused', {
            summary: `${address} cannot be started by a revert: "${live.name}" (${live.id}), another cycle of its entry, may run`,
            address,
            remedy: 'Run cyclectl apply first, which leaves one of the two.',
          }),
        ),
    );
}

function checkNeeds(
  { account, connectors, cycles, desired }: AccountDiff,
  { objects, fields }: Part,
  meant: ReadonlySet<Address>,
): Diagnostic[] {
  const there = new Set(
    [account, ...connectors].flatMap(({ address, live }) =>
      live !== null || objects.has(address) ? [address] : [],
    ),
  );
  const own = toAccountAddress(desired.key);
  if (!there.has(own)) return [...meant].map((address) => reportMissingNeed(address, own));
  return cycles.flatMap((cycle) => {
    const written = [...(fields.get(cycle.address) ?? [])].flatMap((path) => {
      const [room, slot = ''] = parsePath(path);
      return room === 'connectors' ? (cycle.desired.slotKeys.get(slot) ?? []) : [];
    });
    const keys = objects.has(cycle.address) ? [...cycle.desired.slotKeys.values()] : written;
    return [...new Set(keys)]
      .map((key) => toConnectorAddress(desired.key, key))
      .filter((address) => !there.has(address))
      .map((address) => reportMissingNeed(cycle.address, address));
  });
}

function reportMissingNeed(address: CycleDiff['address'], needs: Address): Diagnostic {
  return reportError('revert-refused', {
    summary: `${address} needs ${needs}, which does not exist`,
    address,
    remedy: `If ${needs} is gone, pass its address too; if it is new in Git, run cyclectl apply.`,
  });
}
