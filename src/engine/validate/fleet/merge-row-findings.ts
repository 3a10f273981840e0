import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/**
 * Merges the diagnostics of many rows: a mistake that several rows have in common is reported once,
 * at the first of them, with their number.
 */
export function mergeRowFindings(rows: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const joined = new Map<string, { readonly diagnostic: Diagnostic; rows: number }>();
  for (const diagnostics of rows) {
    for (const [name, diagnostic] of new Map(diagnostics.map((each) => [toKey(each), each]))) {
      const known = joined.get(name);
      if (known === undefined) joined.set(name, { diagnostic, rows: 1 });
      else known.rows += 1;
    }
  }
  return [...joined.values()].map(({ diagnostic, rows: count }) =>
    count === 1
      ? diagnostic
      : { ...diagnostic, summary: `${diagnostic.summary} (in ${count} rows)` },
  );
}

// The place is in a cell, or in the blueprint, which the words name then.
function toKey({ code, summary, remedy, at, related }: Diagnostic): string {
  return JSON.stringify([code, summary, remedy, at?.pointer, related?.map(({ says }) => says)]);
}
