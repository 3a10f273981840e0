import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { FieldPath } from '../../../model/address.ts';
import type { CycleSnapshot, SnapshotChange } from './snapshot.ts';

/** Lists differences of a cycle: steps in the order of execution, then fields by path. */
export function compareSnapshots(before: CycleSnapshot, after: CycleSnapshot): SnapshotChange[] {
  return [...compareSteps(before, after), ...compareFields(before, after)];
}

function compareSteps(before: CycleSnapshot, after: CycleSnapshot): SnapshotChange[] {
  const [was, is] = [toWork(before), toWork(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((step) => {
    const [left, right] = [was.get(step) ?? null, is.get(step) ?? null];
    return left === right ? [] : [{ kind: 'step' as const, step, before: left, after: right }];
  });
}

function toWork({ steps }: CycleSnapshot): ReadonlyMap<string, string> {
  return new Map(steps.map(({ step, does }) => [step, does]));
}

function compareFields(before: CycleSnapshot, after: CycleSnapshot): SnapshotChange[] {
  const paths = new Set([
    ...Object.keys(before.fields),
    ...Object.keys(after.fields),
  ] as FieldPath[]);
  return [...paths].toSorted().flatMap((path) => {
    const [left, right] = [before.fields[path] ?? null, after.fields[path] ?? null];
    if (isSameJson(left, right)) return [];
    return [{ kind: 'field' as const, path, before: left, after: right }];
  });
}
