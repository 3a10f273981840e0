import { type Address, toFieldAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { AccountDiff, AnyDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import type { StoredValue } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { isSameValue } from '../../../model/fields/normalise.ts';
import { toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { Move } from '../../../model/plan/move.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { Inverse } from './read-undo.ts';

/**
 * Refuses to undo an account whose fields others changed since the run, or whose identity differs.
 * Ignores fields that have their earlier value already.
 */
export function checkUndo(diff: AccountDiff, inverse: Inverse): Diagnostic[] {
  const { desired, account, state } = diff;
  const { key, address } = desired;
  const refuse = (summary: string, remedy: string): Diagnostic[] => [
    reportError('undo-refused', { summary, address, remedy }),
  ];
  if (account.live === null) {
    return refuse(
      `${key} no longer exists in the service; there is nothing to undo`,
      'If Git declares it, cyclectl apply creates it again.',
    );
  }
  if (state.movedFrom !== undefined) {
    return refuse(
      `${key} was ${state.movedFrom} in Git, and its state entry has not moved yet`,
      'Run cyclectl apply first.',
    );
  }
  if (state.renamed !== undefined && state.renamed.size > 0) {
    return refuse(
      `${key} has entries with other keys in Git than in state`,
      'Run cyclectl apply first to move the entry.',
    );
  }
  const wrote = new Map(
    inverse.before.map((field) => [toFieldAddress(field.address, field.path), field.wrote]),
  );
  const later = new Map<RunId, Address[]>();
  const moves: Move[] = [];
  for (const object of [account, ...diff.connectors, ...diff.cycles]) {
    for (const fieldDiff of object.fields.filter(isChanged)) {
      const field = toFieldAddress(object.address, fieldDiff.path);
      const meant = wrote.get(field);
      if (meant === undefined) continue;
      const isKept = isAsWritten(object, fieldDiff, meant);
      const over = inverse.later.get(field);
      if (over !== undefined && (over.isDone || !isKept)) {
        later.set(over.run, [...(later.get(over.run) ?? []), field]);
      } else if (!isKept) moves.push(toConflict(object, fieldDiff, meant));
    }
  }
  return [
    ...[...later].map((each) => reportLater(inverse.run, each)),
    ...reportConflicts(diff, inverse.run, moves),
  ];
}

function isAsWritten({ kind }: AnyDiff, field: FieldDiff, meant: StoredValue): boolean {
  const { live, applied, path } = field;
  // Takes the last applied value of a field that the service does not show.
  const found = live?.kind === 'plain' ? live : applied;
  if (found?.kind !== 'plain' || meant.kind !== 'plain') return false;
  return isSameValue(found.value, meant.value, findFieldRow(kind, path).normaliser);
}

function toConflict({ address }: AnyDiff, field: FieldDiff, meant: StoredValue): Move {
  const was = meant.kind === 'plain' ? meant : ({ kind: 'secret', from: null } as const);
  return { address, path: field.path, was, is: toShownLive(field) };
}

function reportLater(run: RunId, [over, fields]: readonly [RunId, readonly Address[]]): Diagnostic {
  return reportError('undo-later-run', {
    summary: `The later run ${over} wrote fields of ${run}: ${fields.join(', ')}`,
    remedy: `The account was not changed. Undo the later run first: cyclectl undo ${over}`,
  });
}

function reportConflicts(
  { desired }: AccountDiff,
  run: RunId,
  moves: readonly Move[],
): Diagnostic[] {
  if (moves.length === 0) return [];
  return [
    reportError('undo-moved', {
      summary: `${desired.key} was changed outside cyclectl since the run ${run}`,
      address: desired.address,
      moves,
      remedy:
        'The account was not changed. Restore the values manually, or write the wanted values in Git and apply.',
    }),
  ];
}

/** Adds a notice of each object to restore that no longer exists. */
export function withGone(diff: AccountDiff): AccountDiff {
  const { account, connectors, cycles, part } = diff;
  if (part === undefined) return diff;
  const there = new Set([account, ...connectors, ...cycles].map(({ address }) => address));
  const gone = [...part.fields.keys()]
    .filter((address) => !there.has(address))
    .map((address): Notice => ({ kind: 'not-undone', address, path: null, why: 'gone' }));
  return { ...diff, part: { ...part, notices: [...part.notices, ...gone] } };
}
