import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, parsePath } from '../../../model/address.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Change, FieldChange, ShownValue } from '../../../model/plan/change.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { ApprovedChange, RolloutAccount } from '../../../model/state/rollout.ts';
import { selectUnbegun } from '../waves/approved-changes.ts';

/** Changes that were approved for an account. */
export type ApprovedAccount = Pick<RolloutAccount, 'account' | 'approved'>;

/**
 * Makes the check of an undo: it holds back an account whose plan changes what its rollout did not, or a
 * value that others changed since.
 */
export function makeUndoHold(
  accounts: readonly ApprovedAccount[],
): (planned: PlannedAccount) => PlannedAccount {
  const parts = new Set(accounts.flatMap(({ approved }) => approved.map(formatPart)));
  const own = new Map(accounts.map(({ account, approved }) => [account, approved]));
  return (planned) => {
    if (planned.kind !== 'planned') return planned;
    const { account } = planned.plan;
    const changes = planned.plan.changes.map(selectUnbegun);
    const approved = own.get(account) ?? [];
    const isMade = makeMadeCheck(new Set(approved.map(formatPart)), parts);
    const others = changes.filter((change) => !isWayBack(parts, change, isMade));
    const edited = changes.flatMap((change) => listEdited(approved, change));
    if (others.length + edited.length === 0) return planned;
    const objects = [...new Set([...others, ...edited].map(({ address }) => address))];
    const held = reportError('rollout-held', {
      summary: `${account} is held: the way back has changes that the rollout did not make (${objects.join(', ')})`,
      moves: [...edited, ...others.flatMap((change) => listRewritten(parts, change))],
      remedy: others.some(({ verb }) => verb === 'create')
        ? 'To create again what was deleted since, correct the blueprint and open a rollout.'
        : 'Apply or revert what moved since, then undo the rollout again.',
    });
    return { kind: 'unplanned', account, diagnostics: [held], isUnread: false };
  };
}

/** A value with what it was before. */
type MovedField = {
  readonly side?: 'manifest';
  readonly address: Address;
  readonly path: FieldPath;
  readonly was: ShownValue;
  readonly is: ShownValue;
};

/**
 * Lists values that others changed since: those that are neither as the last apply left them, which may have
 * brought another row since, nor as the rollout wrote them.
 */
function listEdited(approved: readonly ApprovedChange[], change: Change): readonly MovedField[] {
  if (change.verb !== 'update') return [];
  const { address } = change;
  const object = toObject(address);
  return change.fields.filter(isComparable).flatMap(({ path, before, after, moved }) => {
    const written = approved.find(
      (each) => each.verb === 'update' && each.object === object && each.path === path,
    );
    const was = written?.after ?? after;
    return moved === 'manifest' || isSameJson(was, before)
      ? []
      : [{ address, path, was, is: before }];
  });
}

// The rollout left it to others, so that no record is left, and the service shows no secret: it is sent again.
function isComparable({ before, moved }: FieldChange): boolean {
  return before.kind !== 'secret' || moved !== 'unknown';
}

/** Lists values that Git has otherwise than the service, and that the rollout did not write. */
function listRewritten(parts: ReadonlySet<string>, change: Change): readonly MovedField[] {
  if (change.verb !== 'update') return [];
  const { address, fields } = change;
  return fields.flatMap(({ path, before, after, moved }) =>
    moved !== 'manifest' || isFieldBack(parts, toObject(address), path)
      ? []
      : [{ side: 'manifest', address, path, was: before, is: after }],
  );
}

function toObject(address: Address): string {
  return parsePath(address).slice(1).join('/');
}

type Part = Pick<ApprovedChange, 'verb' | 'object' | 'path'>;

function formatPart({ verb, object, path }: Part): string {
  return JSON.stringify(path === null ? [verb, object] : [verb, object, path]);
}

// Only what the rollout made in this very account is deleted: in another one it may have adopted it. An
// account that came later has no approved changes of its own.
function makeMadeCheck(
  own: ReadonlySet<string>,
  all: ReadonlySet<string>,
): (object: string) => boolean {
  return (object) => {
    const made = formatPart({ verb: 'create', object, path: null });
    const adopted = formatPart({ verb: 'adopt', object, path: null });
    return own.size > 0 ? own.has(made) : all.has(made) && !all.has(adopted);
  };
}

// Only what the rollout replaced is replaced. A forgotten field keeps its value: the rollout may have managed
// it first, without a change.
function isWayBack(
  parts: ReadonlySet<string>,
  change: Change,
  isMade: (object: string) => boolean,
): boolean {
  const object = toObject(change.address);
  const has = (verb: Change['verb'], path: Part['path'] = null) =>
    parts.has(formatPart({ verb, object, path }));
  switch (change.verb) {
    case 'delete':
      return isMade(object);
    case 'create':
    case 'adopt':
      return has('delete') || has('forget');
    case 'forget':
      return change.path !== null || has('create') || has('adopt');
    case 'replace':
    case 'run':
      return has(change.verb);
    case 'update':
      return change.fields
        .filter(isComparable)
        .every(({ path }) => isFieldBack(parts, object, path));
  }
}

function isFieldBack(parts: ReadonlySet<string>, object: string, path: FieldPath): boolean {
  return (
    (['create', 'delete', 'replace'] as const).some((verb) =>
      parts.has(formatPart({ verb, object, path: null })),
    ) ||
    (['update', 'forget'] as const).some((verb) => parts.has(formatPart({ verb, object, path })))
  );
}
