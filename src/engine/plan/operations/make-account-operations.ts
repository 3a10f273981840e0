import type { FieldPath } from '../../../model/address.ts';
import type { AccountObjectDiff, FieldVerdict } from '../../../model/diff/verdict.ts';
import { rowOf } from '../../../model/fields/fields.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { toOperationId } from '../../../model/plan/operation.ts';

/** The one request that makes or updates an account; none when nothing differs. */
export function makeAccountOperations(account: AccountObjectDiff): Operation[] {
  const { address, verdicts, desired } = account;
  const base = { address, repeat: 'check-first', after: [], window: null } as const;
  if (account.live === null) {
    const action = {
      kind: 'create-account',
      paths: verdicts.filter(isMade).map((verdict) => verdict.path),
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
  const changed = verdicts.filter((verdict) => verdict.isChange).map((verdict) => verdict.path);
  if (changed.length === 0) return [];
  const action = { kind: 'update-account', paths: addCompanions(changed, verdicts) } as const;
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

// It is made with what Git has the say over then.
function isMade({ owner, isOwed }: FieldVerdict): boolean {
  return owner === undefined || isOwed === true;
}

// Some fields must travel together in one PUT (field table, needsWith).
function addCompanions(
  changed: readonly FieldPath[],
  verdicts: readonly FieldVerdict[],
): readonly FieldPath[] {
  const needed = new Set<string>(changed);
  for (const path of changed) {
    for (const companion of rowOf('account', path).needsWith) needed.add(companion);
  }
  return verdicts.map((verdict) => verdict.path).filter((path) => needed.has(path));
}
