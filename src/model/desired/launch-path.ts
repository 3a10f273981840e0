import { type FieldPath, parsePath, toFieldPath } from '../address.ts';
import type { MappingSlot } from './mapping.ts';

/** A parameter or field of a step, by names. */
export type StepTarget = {
  readonly step: string;
  readonly slot: MappingSlot;
  readonly target: string;
};

/** The path of the visibility of a mapping at launch. */
export function toLaunchPath({ step, slot, target }: StepTarget): FieldPath {
  return toFieldPath('steps', step, 'launchVisible', slot, target);
}

/** Parses the target of a path within a step, of its mapping or of its visibility; null for any other path. */
export function parseStepTarget(
  path: FieldPath,
): (StepTarget & { readonly isLaunch: boolean }) | null {
  const [section, step = '', ...rest] = parsePath(path);
  if (section !== 'steps') return null;
  const isLaunch = rest[0] === 'launchVisible';
  const [slot, target = ''] = isLaunch ? rest.slice(1) : rest;
  return { step, slot: slot === 'parameters' ? 'parameters' : 'fields', target, isLaunch };
}

/** The path of the visibility of a mapping, by the path of the mapping. */
export function toLaunchOf(mapping: FieldPath): FieldPath {
  const target = parseStepTarget(mapping);
  if (target === null) throw new Error(`${mapping} is no mapping`);
  return toLaunchPath(target);
}

const slots: readonly MappingSlot[] = ['parameters', 'fields'];

/**
 * The paths that the path of a row of mappings stands for: its `*` of a slot is `parameters` or `fields`,
 * and no other name.
 */
export function listSlotPaths(path: string): readonly string[] {
  const names = path.split('/');
  const at = names[2] === 'launchVisible' ? 3 : 2;
  if (names[0] !== 'steps' || names[at] !== '*') return [path];
  return slots.map((slot) => names.with(at, slot).join('/'));
}
