/** A name in place of one that contains a secret; each hidden name has another `mark`. */
export function formatSafeName(mark: string): string {
  return `(hidden name ${mark})`;
}

/** Returns whether a name stands for a hidden one. */
export function isSafeName(name: string): boolean {
  return /^\(hidden name [^()]+\)$/.test(name);
}
