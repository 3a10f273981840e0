import type { Address, FieldPath } from '../../model/address.ts';
import { toFieldAddress } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, FieldDiff } from '../../model/diff/field-diff.ts';
import { toShownDesired, toShownLive } from '../../model/fields/to-shown-value.ts';
import type { Operation } from '../../model/plan/operation.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';

/**
 * Looks again at what was written: a 200 is no proof, the service clamps and ignores values (law 12).
 * Every field that an operation wrote and that still differs is an error with both values.
 */
export function verifyAccount(outcome: AccountOutcome, diff: AccountDiff): Diagnostic[] {
  const done = outcome.outcomes
    .filter((item) => item.result === 'done')
    .map((item) => item.operation);
  return [diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) => {
    const operations = done.filter((operation) => operation.address === object.address);
    return object.fields
      .filter(
        (field) => isKeptOther(field) && operations.some((item) => hasWritten(item, field.path)),
      )
      .map((field) => reportKept(object.address, field));
  });
}

// What was seeded is a person's from then on, and must have been written all the same. A start is looked at when it is
// made, and sends the schedule that the cycle had where Git has no say over it any more.
function isKeptOther({ isChange, owner, state, live, path }: FieldDiff): boolean {
  // What nobody can read was not seen to be another: after a lost answer it is assumed, and plans tell that.
  if (live?.kind === 'not-readable') return false;
  if (isChange) return true;
  if (owner !== 'seeded' || live?.kind !== 'plain' || path === 'state' || path === 'schedule') {
    return false;
  }
  return state === 'manifest' || state === 'live' || state === 'both' || state === 'unknown';
}

function hasWritten(operation: Operation, path: FieldPath): boolean {
  const { action } = operation;
  switch (action.kind) {
    case 'set-property':
    case 'create-category':
    case 'set-mapping':
      return action.path === path;
    case 'activate-cycle':
      return path === 'state' || path === 'schedule';
    case 'pause-cycle':
      return action.restart === null && path === 'state';
    case 'delete-account':
    case 'install-template':
    case 'import-cycle':
    case 'delete-connector':
    case 'delete-cycle':
      return false;
    default:
      return action.paths.includes(path);
  }
}

function reportKept(object: Address, field: FieldDiff): Diagnostic {
  const address = toFieldAddress(object, field.path);
  const found = { code: 'kept-another-value', severity: 'error', at: field.desired.at } as const;
  const values = { sent: toShownDesired(field.desired.value), kept: toShownLive(field) };
  if (field.path === 'state') {
    const summary = `${address}: the service answered with success, and the cycle is not as it was asked for`;
    const remedy = 'Apply again; if it stays so, look in the console what keeps the cycle from it.';
    return { ...found, summary, values, address, remedy };
  }
  const areKnown = values.sent.kind === 'plain' && values.kept.kind === 'plain';
  return {
    ...found,
    summary: `${address}: the service answered with success and did not keep what was sent`,
    ...(areKnown ? { values } : {}),
    address,
    remedy: 'Write the value that the service keeps, or ask its operator why it is not taken.',
  };
}
