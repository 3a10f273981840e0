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
 * Of what was found only what an undo is about: nothing is made, deleted or let go by it, and no field beside those
 * that the run wrote is brought to what Git says. A diff that is no undo's is left as it is.
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

// What is not ours was bound to no address when the run wrote.
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

// It was we who moved it: neither Git nor the service did.
function toEarlier(field: FieldDiff): FieldDiff {
  return field.isChange ? { ...field, state: 'earlier', isDrift: false } : field;
}
