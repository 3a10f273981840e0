import type { WorldPath, WorldProblem } from './world-error.ts';

/** Part of the world, with its path. */
export interface Placed<T> {
  readonly value: T;
  readonly path: WorldPath;
}

/** Each item with its path. */
export function toPlaced<T>(items: readonly T[], path: WorldPath): readonly Placed<T>[] {
  return items.map((value, index) => ({ value, path: [...path, index] }));
}

/** A problem for each duplicate key; ignores items without a key. */
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
