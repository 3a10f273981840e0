/** Variables that hold what cyclectl itself opens or seals things with. */
const keys: ReadonlySet<string> = new Set([
  'CYCLECTL_SECRET_KEY',
  'CYCLECTL_SECRET_KEY_OLD',
  'SOPS_AGE_KEY',
  'SOPS_AGE_KEY_FILE',
]);

/** Those that may hold a password of the operator's, and are read by cyclectl without being named. */
const read: ReadonlySet<string> = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']);

/** Whether a variable is a key of cyclectl's own, which nothing that is written may send anywhere. */
export function isKeyVariable(name: string): boolean {
  return keys.has(name.toUpperCase());
}

/** Whether a variable is cyclectl's own, so that no manifest of an account may name it. Capitals count for nothing. */
export function isOwnVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.startsWith('CYCLECTL_') || keys.has(upper) || read.has(upper);
}
