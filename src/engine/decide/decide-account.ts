import { resolveOwner } from '../../model/desired/scope/ownership.ts';
import { isChanged, isKept } from '../../model/diff/disposition.ts';
import type {
  ComparedAccount,
  DecidedAccount,
  DecidedCycle,
  FieldDiff,
} from '../../model/diff/field-diff.ts';
import { isRunning } from '../../model/diff/run-state.ts';
import { decideField } from './decide-field.ts';
import type { ComparedObject } from './decider.ts';
import { resolveFieldOwner, selectRules } from './resolve-field-owner.ts';
import { selectIgnoredAbsences } from './select-ignored-absences.ts';
import { selectManualDeletes } from './select-manual-deletes.ts';
import { selectPart } from './select-part.ts';
import { withCompanions } from './with-companions.ts';

/** Decides what a run does with each object and each field of a compared account. */
export function decideAccount(compared: ComparedAccount): DecidedAccount {
  const found = selectManualDeletes(selectIgnoredAbsences(compared));
  const decided = {
    ...found,
    account: decideObject(found.account, found),
    connectors: found.connectors.map((connector) => decideObject(connector, found)),
    cycles: found.cycles.map((cycle) => deferStart(decideObject(cycle, found))),
  };
  return decided.part === undefined ? decided : selectPart(decided, decided.part);
}

type Decided<T> = Omit<T, 'fields'> & { readonly fields: readonly FieldDiff[] };

function decideObject<T extends ComparedObject>(object: T, found: ComparedAccount): Decided<T> {
  const { capabilities, part } = found;
  const fields = object.fields.map((field): FieldDiff => {
    const ownership = resolveFieldOwner(field, object, found);
    const disposition = decideField(field, { object, ownership, part, capabilities });
    return { ...field, disposition, pendingSeed: ownership.pendingSeed };
  });
  return {
    ...object,
    fields: object.live === null ? fields : withCompanions(object.kind, fields),
    forgotten: listForgotten(object, found),
  };
}

// Fields of others are not ours to remove from state.
function listForgotten(
  object: ComparedObject,
  { desired: { ownership }, part }: ComparedAccount,
): ComparedObject['forgotten'] {
  if (part?.values === 'earlier' || ownership.length === 0) return object.forgotten;
  const rules = selectRules(ownership, object);
  return object.forgotten.filter((path) => resolveOwner(rules, object, path) === 'managed');
}

// A cycle that waits for manual action would run with a part of its values.
function deferStart(cycle: DecidedCycle): DecidedCycle {
  const isWaiting = cycle.fields.some((field) => isKept(field, 'not-offered'));
  if (isRunning(cycle.runState) || !isWaiting) return cycle;
  const fields = cycle.fields.map((field): FieldDiff => {
    const isStart = field.path === 'state' || field.path === 'schedule';
    if (!isStart || !isChanged(field)) return field;
    return { ...field, disposition: { kind: 'keep', because: { kind: 'not-offered' } } };
  });
  return { ...cycle, fields };
}
