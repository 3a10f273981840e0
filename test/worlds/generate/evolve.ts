import type { Draw } from './draw.ts';

/** The names of the secrets that generated manifests refer to. */
export const secretNames = ['SECRET_ONE', 'SECRET_TWO', 'SECRET_THREE'] as const;

/** A reference to a secret. */
export function drawSecret(draw: Draw): { env: string } {
  return { env: draw.pick(secretNames) };
}

/**
 * Next version of a manifest line: kept, removed, or rewritten. `before` is null without a former
 * version; its value is undefined if the line was absent.
 */
export function evolve<T>(
  draw: Draw,
  before: { readonly value: T | undefined } | null,
  make: () => T,
): T | undefined {
  if (before === null) return draw.chance(65) ? make() : undefined;
  if (draw.chance(draw.restless)) return draw.chance(75) ? make() : undefined;
  return before.value;
}

/** The same without those keys that have no value. */
export function dropEmpty<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
