import { type Address, toFieldAddress } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import type { StoredValue } from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { isSameValue } from '../../../model/fields/normalise.ts';
import { toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { RunId } from '../../../model/memory/run-id.ts';
import type { Move } from '../../../model/plan/move.ts';
import type { Inverse } from './inverse.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Why an account may not be brought back to what it was before a run: somebody else has changed one of the same
 * fields since, or it is not the same account. What is as it was before already needs nothing and refuses nothing.
 */
export function checkUndo(diff: AccountDiff, inverse: Inverse): Diagnostic[] {
  const { desired, account, memory } = diff;
  const { undo, key, address } = desired;
  if (undo === undefined) return [];
  const refuse = (summary: string, remedy: string): Diagnostic[] => [
    { code: 'undo-refused', severity: 'error', summary, address, remedy },
  ];
  if (account.live === null) {
    return refuse(
      `${key} is not in the service any more, and there is nothing to take back`,
      'cyclectl apply makes it again where Git names it.',
    );
  }
  if (memory.movedFrom !== undefined) {
    return refuse(
      `${key} was ${memory.movedFrom} in Git, and what is remembered of it has not moved yet`,
      'Run cyclectl apply first.',
    );
  }
  if (memory.renamed !== undefined && memory.renamed.size > 0) {
    return refuse(
      `${key} has entries with other keys in Git than what is remembered of them`,
      'Run cyclectl apply first, so that it moves.',
    );
  }
  const later = new Map<RunId, Address[]>();
  const moves: Move[] = [];
  for (const object of [account, ...diff.connectors, ...diff.cycles]) {
    const wrote = undo.fields.get(object.address);
    for (const verdict of object.fields.filter(({ isChange }) => isChange)) {
      const meant = wrote?.get(verdict.path);
      if (meant === undefined) continue;
      const field = toFieldAddress(object.address, verdict.path);
      const isKept = isAsWritten(object, verdict, meant);
      const over = inverse.later.get(field);
      if (over !== undefined && (over.isDone || !isKept)) {
        later.set(over.run, [...(later.get(over.run) ?? []), field]);
      } else if (!isKept) moves.push(toConflict(object, verdict, meant));
    }
  }
  return [
    ...[...later].map((each) => reportLater(inverse.run, each)),
    ...reportConflicts(diff, moves),
  ];
}

function isAsWritten({ kind }: AnyDiff, field: FieldDiff, meant: StoredValue): boolean {
  const { live, applied, path } = field;
  // What the service does not show is as we last wrote it, as far as anybody knows.
  const found = live?.kind === 'plain' ? live : applied;
  if (found?.kind !== 'plain' || meant.kind !== 'plain') return false;
  return isSameValue(found.value, meant.value, findFieldRow(kind, path).normaliser);
}

function toConflict({ address }: AnyDiff, field: FieldDiff, meant: StoredValue): Move {
  const was = meant.kind === 'plain' ? meant : ({ kind: 'secret', from: null } as const);
  return { address, path: field.path, was, is: toShownLive(field) };
}

function reportLater(run: RunId, [over, fields]: readonly [RunId, readonly Address[]]): Diagnostic {
  return {
    code: 'undo-later-run',
    severity: 'error',
    summary: `The run ${over} has written since what ${run} wrote: ${fields.join(', ')}`,
    remedy: `Nothing of the account was touched. Take that back first: cyclectl undo ${over}`,
  };
}

function reportConflicts({ desired }: AccountDiff, moves: readonly Move[]): Diagnostic[] {
  if (moves.length === 0) return [];
  return [
    {
      code: 'undo-moved',
      severity: 'error',
      summary: `${desired.key} is not as the run ${desired.undo?.run ?? ''} left it: somebody else has changed it since`,
      address: desired.address,
      moves,
      remedy:
        'Nothing of it was touched. Put back by hand what shall be taken back, or write what it shall be into Git and apply.',
    },
  ];
}
