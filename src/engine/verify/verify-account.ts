import type { FieldPath } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { findOtherOwner, isChanged, isDifferent } from '../../model/diff/disposition.ts';
import type { AccountDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import { reportKept } from '../../model/report/advice/report-kept.ts';

/**
 * Verifies written fields with a fresh read, because a 200 proves nothing and the service clamps or
 * ignores values (law 12). Reports each written field that still differs, with both values.
 */
export function verifyAccount(outcome: AccountOutcome, diff: AccountDiff): Diagnostic[] {
  const done = outcome.outcomes
    .filter((item) => item.result === 'done')
    .map((item) => item.operation);
  const byObject = Map.groupBy(done, ({ address }) => address);
  return [diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) => {
    const operations = byObject.get(object.address) ?? [];
    return object.fields
      .filter(
        (field) => isKeptOther(field) && operations.some((item) => hasWritten(item, field.path)),
      )
      .map((field) => reportKept(object.address, field));
  });
}

// A seeded field belongs to others afterwards, and must have been written. A start is verified when
// it is made, and sends the live schedule if Git does not own it.
function isKeptOther(field: FieldDiff): boolean {
  const { live, path } = field;
  // An unreadable field cannot differ: after a lost answer it is assumed, and plans report it.
  if (live?.kind === 'not-readable') return false;
  if (isChanged(field)) return true;
  if (findOtherOwner(field) !== 'seeded' || live?.kind !== 'plain') return false;
  return path !== 'state' && path !== 'schedule' && isDifferent(field);
}

function hasWritten(operation: Operation, path: FieldPath): boolean {
  const { action } = operation;
  switch (action.kind) {
    case 'set-property':
    case 'create-category':
      return action.path === path;
    case 'set-mapping':
      return action.path === path || action.launch === path;
    case 'activate-cycle':
      return path === 'state' || path === 'schedule';
    case 'pause-cycle':
      return action.restart === null && path === 'state';
    case 'delete-account':
    case 'install-template':
    case 'import-cycle':
    case 'delete-connector':
    case 'delete-cycle':
    case 'run-cycle':
    case 'cancel-run':
      return false;
    default:
      return action.paths.includes(path);
  }
}
