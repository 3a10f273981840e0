import type { WorldPath, WorldProblem } from './world-error.ts';

/** A part of the world and where it stands. */
export interface Placed<T> {
  readonly value: T;
  readonly path: WorldPath;
}

/** Each item with its place. */
export function toPlaced<T>(items: readonly T[], path: WorldPath): readonly Placed<T>[] {
  return items.map((value, index) => ({ value, path: [...path, index] }));
}

/** A problem for each item whose key stood before; items without a key are not looked at. */
export function checkUnique<T>(
  items: readonly Placed<T>[],
  keyOf: (item: T) => string | number | undefined,
): readonly WorldProblem[] {
  const seen = new Set<string | number>();
  return items.flatMap(({ value, path }) => {
    const key = keyOf(value);
    if (key === undefined || !seen.has(key)) {
      seen.add(key ?? '');
      return [];
    }
    return [
      {
        path,
        kind: 'rule' as const,
        message: `${path.filter((each) => typeof each === 'string').at(-1)} has '${key}' twice.`,
        remedy: 'Give one of them another, or remove it.',
      },
    ];
  });
}
