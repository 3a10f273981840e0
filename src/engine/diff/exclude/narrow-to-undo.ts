import type { FieldPath } from '../../../model/address.ts';
import type { UndoPart } from '../../../model/desired/scope/undo.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldVerdict,
} from '../../../model/diff/verdict.ts';
import { keepAsIs, listCompanions } from './keep-as-is.ts';
import { narrowRefusals } from './narrow-refusals.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/**
 * Of what was found only what an undo is about: nothing is made, deleted or let go by it, and no field beside those
 * that the run wrote is brought to what Git says. A diff that is no undo's is left as it is.
 */
export function narrowToUndo(diff: AccountDiff): AccountDiff {
  const { undo } = diff.desired;
  if (undo === undefined) return diff;
  return {
    ...diff,
    account: narrow(diff.account, undo),
    connectors: diff.connectors.filter(isThere).map((object) => narrow(object, undo)),
    cycles: diff.cycles.filter(isThere).map((object) => narrow(object, undo)),
    leftConnectors: [],
    leftCycles: [],
    predecessors: new Map(),
    leftByHand: [],
  };
}

// What is not ours was bound to no address when the run wrote.
function isThere({ live, record }: ConnectorDiff | CycleDiff): boolean {
  return live !== null && record !== null;
}

function narrow<T extends AnyDiff>(object: T, undo: UndoPart): T {
  const paths = undo.fields.get(object.address) ?? new Map<FieldPath, unknown>();
  const companions = listCompanions(object, (path) => paths.has(path));
  const verdicts = object.verdicts.flatMap((verdict) => {
    if (paths.has(verdict.path)) return [toEarlier(verdict)];
    return companions.has(verdict.path) ? keepAsIs(verdict) : [];
  });
  return { ...narrowRefusals(object, (path) => paths.has(path)), verdicts, forgotten: [] };
}

// It was we who moved it: neither Git nor the service did.
function toEarlier(verdict: FieldVerdict): FieldVerdict {
  return verdict.isChange ? { ...verdict, state: 'earlier', isDrift: false } : verdict;
}
