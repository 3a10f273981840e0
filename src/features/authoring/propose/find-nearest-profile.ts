import type { ProfileDifference, ProfilePart } from './proposal.ts';

/**
 * Finds the profile that shares most parts, the first of equals; null when none shares a part.
 * Omits parts within a missing part.
 */
export function findNearestProfile(
  parts: readonly ProfilePart[],
  shapes: readonly (readonly ProfilePart[])[],
): ProfileDifference | null {
  const own = new Map(parts.map((part) => [part.path, part]));
  let nearest: { readonly distance: number; readonly found: ProfileDifference } | null = null;
  for (const [index, others] of shapes.entries()) {
    const found = compareParts(own, new Map(others.map((part) => [part.path, part])));
    const distance = found.has.length + found.lacks.length + found.differs.length;
    if (!others.some(({ path }) => own.has(path))) continue;
    if (nearest !== null && nearest.distance <= distance) continue;
    nearest = { distance, found: { from: index + 1, ...found } };
  }
  if (nearest === null) return null;
  const { has, lacks, ...rest } = nearest.found;
  return { ...rest, has: withoutInner(has), lacks: withoutInner(lacks) };
}

type Parts = ReadonlyMap<string, ProfilePart>;

function compareParts(own: Parts, others: Parts): Omit<ProfileDifference, 'from'> {
  return {
    has: [...own.values()].filter(({ path }) => !others.has(path)),
    lacks: [...others.values()].filter(({ path }) => !own.has(path)),
    differs: [...own.values()].flatMap(({ path, form }) => {
      const there = others.get(path)?.form ?? form;
      return there === form ? [] : [{ path, form, there }];
    }),
  };
}

function withoutInner(parts: readonly ProfilePart[]): readonly ProfilePart[] {
  const paths = new Set<string>(parts.map(({ path }) => path));
  return parts.filter(({ path }) => {
    const names = path.split('/');
    return !names.some((_, index) => index > 0 && paths.has(names.slice(0, index).join('/')));
  });
}
