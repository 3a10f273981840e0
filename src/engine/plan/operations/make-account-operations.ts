import type { FieldPath } from '../../../model/address.ts';
import type { AccountObjectDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { toOperationId } from '../../../model/plan/operation.ts';

/** Makes the one request that creates or updates an account; none if it is in sync. */
export function makeAccountOperations(account: AccountObjectDiff): Operation[] {
  const { address, fields, desired } = account;
  const base = { address, repeat: 'check-first', after: [], window: null } as const;
  if (account.live === null) {
    const action = {
      kind: 'create-account',
      paths: fields.filter(isWrittenAtCreation).map((field) => field.path),
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
  const changed = fields.filter((field) => field.isChange).map((field) => field.path);
  if (changed.length === 0) return [];
  const action = { kind: 'update-account', paths: addCompanions(changed, fields) } as const;
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

// A create writes managed and seeded fields.
function isWrittenAtCreation({ owner, isPendingSeed }: FieldDiff): boolean {
  return owner === undefined || isPendingSeed === true;
}

// One PUT writes some fields together (field table, needsWith).
function addCompanions(
  changed: readonly FieldPath[],
  fields: readonly FieldDiff[],
): readonly FieldPath[] {
  const needed = new Set<string>(changed);
  for (const path of changed) {
    for (const companion of findFieldRow('account', path).needsWith) needed.add(companion);
  }
  return fields.map((field) => field.path).filter((path) => needed.has(path));
}
