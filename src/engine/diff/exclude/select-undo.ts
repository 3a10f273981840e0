import type { FieldPath } from '../../../model/address.ts';
import type { UndoPart } from '../../../model/desired/scope/undo.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { selectRefusals } from './select-refusals.ts';
import { listCompanions, toUnchanged } from './to-unchanged.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Keeps only the changes of an undo: nothing is created, deleted or released, and only fields that
 * the run wrote change. Other diffs stay as they are.
 */
export function selectUndo(diff: AccountDiff): AccountDiff {
  const { undo } = diff.desired;
  if (undo === undefined) return diff;
  return {
    ...diff,
    account: selectFields(diff.account, undo),
    connectors: diff.connectors.filter(isThere).map((object) => selectFields(object, undo)),
    cycles: diff.cycles.filter(isThere).map((object) => selectFields(object, undo)),
    liveOnlyConnectors: [],
    liveOnlyCycles: [],
    deposed: new Map(),
    manualDeletes: [],
  };
}

// An object without state was not bound when the run wrote.
function isThere({ live, record }: ConnectorDiff | CycleDiff): boolean {
  return live !== null && record !== null;
}

function selectFields<T extends AnyDiff>(object: T, undo: UndoPart): T {
  const paths = undo.fields.get(object.address) ?? new Map<FieldPath, unknown>();
  const companions = listCompanions(object, (path) => paths.has(path));
  const fields = object.fields.flatMap((field) => {
    if (paths.has(field.path)) return [toEarlier(field)];
    return companions.has(field.path) ? toUnchanged(field) : [];
  });
  return { ...selectRefusals(object, (path) => paths.has(path)), fields, forgotten: [] };
}

// Our own run changed it: neither Git nor others did.
function toEarlier(field: FieldDiff): FieldDiff {
  return field.isChange ? { ...field, state: 'earlier', isDrift: false } : field;
}
