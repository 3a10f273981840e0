import { toHash } from '../../kit/hash.ts';

// Derives every id from the seed and a path of names or a counter, so that equal worlds and
// requests give equal ids, and another seed gives others.

/** A GUID in version 4 format. */
export function toDerivedGuid(seed: number, path: readonly (string | number)[]): string {
  const hex = hashPath(seed, path);
  const variant = (Number.parseInt(hex.slice(16, 17), 16) % 4) + 8;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** A number from 1 to 2^31, for ids that do not count up. */
export function toDerivedInteger(seed: number, path: readonly (string | number)[]): number {
  return (Number.parseInt(hashPath(seed, path).slice(0, 8), 16) % 0x7fff_fffe) + 1;
}

/** 64 hex characters, for tokens. */
export function toDerivedHex(seed: number, path: readonly (string | number)[]): string {
  return hashPath(seed, path);
}

function hashPath(seed: number, path: readonly (string | number)[]): string {
  return toHash(JSON.stringify([seed, ...path]));
}
