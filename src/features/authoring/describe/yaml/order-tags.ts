/**
 * Orders live tags as in the file, because their live order is ours. New tags replace removed ones
 * in place if the numbers match; else they follow.
 */
export function orderTags(before: readonly string[], live: readonly string[]): string[] {
  const kept = before.filter((tag) => live.includes(tag));
  const fresh = [...new Set(live)].filter((tag) => !before.includes(tag));
  if (before.length - kept.length !== fresh.length) return [...kept, ...fresh];
  const next = fresh.values();
  return before.map((tag) => (live.includes(tag) ? tag : (next.next().value ?? tag)));
}
