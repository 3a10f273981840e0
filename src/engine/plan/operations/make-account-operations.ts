import { isChanged, isKept, isOfOthers } from '../../../model/diff/disposition.ts';
import type { AccountObjectDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { toOperationId } from '../../../model/plan/operation.ts';

/** Makes the one request that creates or updates an account; none if it is in sync. */
export function makeAccountOperations(account: AccountObjectDiff): Operation[] {
  const { address, fields, desired } = account;
  const base = { address, repeat: 'check-first', after: [], window: null } as const;
  if (account.live === null) {
    // A create writes managed and seeded fields, if the service offers that.
    const action = {
      kind: 'create-account',
      paths: fields
        .filter((field) => !isOfOthers(field) && !isKept(field, 'not-offered'))
        .map((field) => field.path),
    } as const;
    return [
      {
        ...base,
        id: toOperationId(address, action),
        does: `creates the account ${desired.id}`,
        action,
      },
    ];
  }
  const changed = fields.filter(isChanged).map((field) => field.path);
  if (changed.length === 0) return [];
  const action = {
    kind: 'update-account',
    paths: fields.filter(isSent).map(({ path }) => path),
  } as const;
  return [
    {
      ...base,
      id: toOperationId(address, action),
      repeat: 'safe',
      does: `writes ${changed.join(', ')}`,
      action,
    },
  ];
}

// One PUT writes some fields together with unchanged ones.
function isSent({ disposition }: FieldDiff): boolean {
  return disposition.kind === 'write';
}
