/** Formats names of a list, and how many more there are: `north-01, north-02, and 3 more`. */
export function formatSome(names: readonly string[], most: number): string {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
