import { parsePath } from '../../../model/address.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { ApprovedChange, RolloutAccount } from '../../../model/state/rollout.ts';
import { selectUnbegun } from '../waves/approved-changes.ts';

/** Makes the check of an undo: it holds back an account whose plan changes what its rollout did not. */
export function makeUndoHold(
  accounts: readonly RolloutAccount[],
): (planned: PlannedAccount) => PlannedAccount {
  const parts = new Set(accounts.flatMap(({ approved }) => approved.map(formatPart)));
  return (planned) => {
    if (planned.kind !== 'planned') return planned;
    const { account, changes } = planned.plan;
    const others = changes.filter((change) => !isWayBack(parts, selectUnbegun(change)));
    if (others.length === 0) return planned;
    const objects = [...new Set(others.map(({ address }) => address))];
    const held = reportError('rollout-held', {
      summary: `${account} is held: the way back has changes that the rollout did not make (${objects.join(', ')})`,
      remedy: 'Apply or revert what moved since, then undo the rollout again.',
    });
    return { kind: 'unplanned', account, diagnostics: [held], isUnread: false };
  };
}

type Part = Pick<ApprovedChange, 'verb' | 'object' | 'path'>;

function formatPart({ verb, object, path }: Part): string {
  return JSON.stringify(path === null ? [verb, object] : [verb, object, path]);
}

// Only what the rollout made is deleted, and only what it replaced is replaced.
function isWayBack(parts: ReadonlySet<string>, change: Change): boolean {
  const object = parsePath(change.address).slice(1).join('/');
  const has = (verb: Change['verb'], path: Part['path'] = null) =>
    parts.has(formatPart({ verb, object, path }));
  switch (change.verb) {
    case 'delete':
      return has('create');
    case 'create':
    case 'adopt':
      return has('delete') || has('forget');
    case 'forget':
      return has('create') || has('adopt') || (change.path !== null && has('update', change.path));
    case 'replace':
    case 'run':
      return has(change.verb);
    case 'update':
      return change.fields.every(
        ({ path }) => has('update', path) || has('forget', path) || has('delete') || has('replace'),
      );
  }
}
