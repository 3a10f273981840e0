/** Compares two texts by UTF-16 units, so that an order is the same on every machine. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
