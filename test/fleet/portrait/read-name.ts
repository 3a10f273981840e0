/** The name that an entry of an exported manifest has in the service; in texts `$$` before a brace stands for `$`. */
export function readName(
  key: string,
  { displayName = key }: { displayName?: string } = {},
): string {
  return displayName.replaceAll('$\u0024{', '\u0024{');
}
