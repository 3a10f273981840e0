/**
 * Makes a unique label for each name: the name itself, or `NAME#n` for duplicates, in the given
 * order. A name that is literally `NAME#2` keeps it, and the duplicate gets a longer label.
 */
export function toUniqueLabels(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const used = new Map<string, number>();
  const numbered = names.map((name) => {
    const ordinal = (used.get(name) ?? 0) + 1;
    used.set(name, ordinal);
    return { name, ordinal, label: `${name}#${ordinal}` };
  });
  const repeated = numbered.filter(({ name }) => counts.get(name) !== 1);
  // A label that is taken by another name gets a longer one.
  const taken = new Set(repeated.map(({ label }) => label).filter((label) => !counts.has(label)));
  return numbered.map(({ name, ordinal, label: usual }) => {
    if (counts.get(name) === 1) return name;
    if (!counts.has(usual)) return usual;
    // Another is called so in full and wins; each still has a label of its own.
    let label = usual;
    while (counts.has(label) || taken.has(label)) label = `${label}#${ordinal}`;
    taken.add(label);
    return label;
  });
}
