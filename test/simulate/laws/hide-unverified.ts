import type { FieldPath } from '../../../src/model/address.ts';
import { parsePath } from '../../../src/model/address.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import { type DumpedCycle, type DumpedStep, labelDumped } from '../../worlds/console/dumped.ts';

/**
 * Removes found secrets that cannot be verified from all moments of a cycle; they count as wanted
 * until someone changes them.
 */
export function openHiding(
  states: Iterable<AccountState>,
  id: string,
): (cycle: DumpedCycle) => DumpedCycle {
  const records = [...states].flatMap(({ objects }) => [...objects.values()]);
  const applied = records.find(
    ({ kind, remoteId }) => kind === 'cycle' && remoteId === id,
  )?.applied;
  const places = Object.entries(applied ?? {})
    .filter(([, value]) => value.kind === 'secret' && value.written === null)
    .map(([path]) => parsePath(path as FieldPath));
  return (cycle) => (places.length === 0 ? cycle : hide(cycle, places));
}

function hide(cycle: DumpedCycle, places: readonly (readonly string[])[]): DumpedCycle {
  const hidden = new Set(places.map((place) => place.join('\n')));
  const labels = new Map([...labelDumped(cycle)].map(([label, { id }]) => [id, label]));
  return {
    ...cycle,
    variables: cycle.variables.map((variable) =>
      hidden.has(`variables\n${variable.displayName}`) ? { ...variable, value: null } : variable,
    ),
    steps: cycle.steps.map((step) => hideMappings(step, labels.get(step.id) ?? '', hidden)),
  };
}

function hideMappings(step: DumpedStep, label: string, hidden: ReadonlySet<string>): DumpedStep {
  const ids = (['parameters', 'fields'] as const).flatMap((slot) =>
    step.method[slot]
      .filter(({ key }) => hidden.has(['steps', label, slot, key].join('\n')))
      .map(({ id }) => String(id)),
  );
  const mappings = Object.entries(step.mappings).filter(([id]) => !ids.includes(id));
  return { ...step, mappings: Object.fromEntries(mappings) };
}
