import { type FieldPath, parsePath, toFieldPath } from '../address.ts';

// The first of several steps of one name is `NAME#1`, and a step without a twin is NAME. As twins come and go, one and the
// same step is called by the one and the other: in Git, in what was applied, and in what was read.

/** The name without the `#1` that a step without a twin needs not have; null of any other name. */
export function toUnnumberedName(name: string): string | null {
  return name.endsWith('#1') && name.length > 2 ? name.slice(0, -2) : null;
}

/** What else the step of a name is called where it gets a twin or loses it. */
export function listOtherLabels(name: string): readonly string[] {
  const plain = toUnnumberedName(name);
  return [...(plain === null ? [] : [plain]), `${name}#1`];
}

/** The step that the path of a field of a cycle names; null where it names none. */
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

/** The paths that a field may have had, or may get, where its step loses or gets a twin. */
export function listOtherPaths(path: FieldPath): readonly FieldPath[] {
  const step = parseStepName(path);
  return step === null
    ? []
    : listOtherLabels(step).map((label) => withRenamedStep(path, () => label));
}
