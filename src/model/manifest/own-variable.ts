/** Variables with keys of cyclectl itself. */
const keys: ReadonlySet<string> = new Set([
  'CYCLECTL_SECRET_KEY',
  'CYCLECTL_SECRET_KEY_OLD',
  'SOPS_AGE_KEY',
  'SOPS_AGE_KEY_FILE',
]);

/** Variables that cyclectl reads itself, and that may have a password of the operator. */
const read: ReadonlySet<string> = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']);

/** Returns whether a variable is a key of cyclectl itself, which must never be sent. */
export function isKeyVariable(name: string): boolean {
  return keys.has(name.toUpperCase());
}

/**
 * Returns whether a variable belongs to cyclectl, so that no manifest of an account may name it.
 * Case is ignored.
 */
export function isOwnVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.startsWith('CYCLECTL_') || keys.has(upper) || read.has(upper);
}
