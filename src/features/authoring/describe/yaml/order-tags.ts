/**
 * Tags of the service in the order that they are to stand in here; theirs tells nothing, since we write them sorted. What
 * stays keeps its place. What is new takes the places of those that are gone where there are as many, so that one that
 * was renamed stands where it stood; else it comes after the rest.
 */
export function orderTags(before: readonly string[], live: readonly string[]): string[] {
  const kept = before.filter((tag) => live.includes(tag));
  const fresh = [...new Set(live)].filter((tag) => !before.includes(tag));
  if (before.length - kept.length !== fresh.length) return [...kept, ...fresh];
  const next = fresh.values();
  return before.map((tag) => (live.includes(tag) ? tag : (next.next().value ?? tag)));
}
