import { isDeepStrictEqual } from 'node:util';
import {
  type DumpedAccount,
  type DumpedCycle,
  type DumpedStep,
  labelDumped,
} from '../../../worlds/console/dumped.ts';

/** How the service stood before and after a revert. */
export type Revert = Readonly<Record<'before' | 'after', readonly DumpedAccount[]>>;

/** A cycle before and after a revert, and the lines of Git that it has. */
export type RevertedCycle = Readonly<Record<'before' | 'after', DumpedCycle>> & {
  readonly lines: readonly (readonly string[])[];
};

type Pick = <T>(names: readonly string[], read: (cycle: DumpedCycle) => T) => T;

/**
 * Gives what a revert changed in a cycle the values from before it, where Git has no line for it: an
 * apply before the revert had left it as others made it.
 */
export function rewind(cycle: DumpedCycle, { before, after, lines }: RevertedCycle): DumpedCycle {
  const managed = new Set(lines.map((names) => names.join('\n')));
  const pick: Pick = (names, read) => {
    const [was, is, now] = [read(before), read(after), read(cycle)];
    const isReverted = !managed.has(names.join('\n')) && !isDeepStrictEqual(was, is);
    return isReverted && isDeepStrictEqual(now, is) ? was : now;
  };
  const labels = new Map([...labelDumped(cycle)].map(([label, { id }]) => [id, label]));
  return {
    ...cycle,
    name: pick(['displayName'], ({ name }) => name),
    description: pick(['description'], ({ description }) => description),
    tags: pick(['tags'], ({ tags }) => tags),
    stepErrorAction: pick(['errorAction'], ({ stepErrorAction }) => stepErrorAction),
    collectionSplitType: pick(['collectionSplit'], (each) => each.collectionSplitType),
    logStepDataRequests: pick(['logRequests'], (each) => each.logStepDataRequests),
    shareable: pick(['shareable'], ({ shareable }) => shareable),
    successRetentionHours: pick(
      ['retention', 'successHours'],
      (each) => each.successRetentionHours,
    ),
    erroredRetentionHours: pick(
      ['retention', 'erroredHours'],
      (each) => each.erroredRetentionHours,
    ),
    activation: pick(['schedule'], ({ activation }) => activation),
    variables: cycle.variables.map((variable, index) => {
      const names = ['variables', variable.displayName];
      return pick(names, ({ variables }) => variables[index]) ?? variable;
    }),
    steps: cycle.steps.map((step) => rewindMappings(step, labels.get(step.id) ?? '', pick)),
  };
}

function rewindMappings(step: DumpedStep, label: string, pick: Pick): DumpedStep {
  const mappings = (['parameters', 'fields'] as const).flatMap((slot) =>
    step.method[slot].flatMap(({ key, id }) => {
      const find = ({ steps }: DumpedCycle) =>
        steps.find((each) => each.id === step.id)?.mappings[id];
      const mapping = pick(['steps', label, slot, key], (cycle) => {
        const found = find(cycle);
        return found === undefined ? undefined : { ...found, isLaunchVisible: false };
      });
      const isLaunchVisible = pick(
        ['steps', label, 'launchVisible', slot, key],
        (cycle) => find(cycle)?.isLaunchVisible ?? false,
      );
      return mapping === undefined ? [] : [[id, { ...mapping, isLaunchVisible }] as const];
    }),
  );
  return { ...step, mappings: Object.fromEntries(mappings) };
}
