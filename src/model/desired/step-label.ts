import { type FieldPath, parsePath, toFieldPath } from '../address.ts';

// The first of several steps of one name is `NAME#1`; a single one is NAME. The same step has both
// labels over time, in Git, in the applied values and in the service.

/** The name without the `#1` that a step without a twin needs not have; null of any other name. */
export function toUnnumberedName(name: string): string | null {
  return name.endsWith('#1') && name.length > 2 ? name.slice(0, -2) : null;
}

/** The other labels of the step of a name, if it gains or loses a twin. */
export function listOtherLabels(name: string): readonly string[] {
  const plain = toUnnumberedName(name);
  return [...(plain === null ? [] : [plain]), `${name}#1`];
}

/** Parses the step in the path of a field of a cycle; null if there is none. */
export function parseStepName(path: FieldPath): string | null {
  const [room, name = ''] = parsePath(path);
  return room === 'steps' ? name : null;
}

/** A path with another name of its step; one that names none stays. */
export function withRenamedStep(path: FieldPath, rename: (name: string) => string): FieldPath {
  const [room, name, ...rest] = parsePath(path);
  if (room !== 'steps' || name === undefined) return path;
  return toFieldPath(room, rename(name), ...rest);
}

/** Other paths of a field, if its step gains or loses a twin. */
export function listOtherPaths(path: FieldPath): readonly FieldPath[] {
  const step = parseStepName(path);
  return step === null
    ? []
    : listOtherLabels(step).map((label) => withRenamedStep(path, () => label));
}
