import { count } from '../../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { formatSpan } from '../../../model/source-span.ts';

type Findings = readonly Diagnostic[];

/**
 * Places that equal mistakes have in common: the column of rows, because their words name the line
 * of a blueprint; the line of a blueprint that files use.
 */
const toPlace = {
  row: ({ at }: Diagnostic) => at?.pointer,
  account: ({ at }: Diagnostic) => at && formatSpan(at),
} as const;

/** Adds the place of an account to its mistakes in a blueprint or a fleet. */
export function withAccountPlace(findings: Findings, account: RawDocument): Findings {
  return findings.map((each) => {
    if (each.at === undefined || each.at.file === account.file) return each;
    const place = { at: account.spanOf('/metadata/name'), says: 'an account with it' };
    return { ...each, related: [...(each.related ?? []), place] };
  });
}

/** Rows that are reported each by itself if their mistakes differ in the value alone. */
const maxListed = 10;

/**
 * Merges the diagnostics of many accounts: a mistake that several have in common, or that a column
 * has with many values, is reported once, at the first of them, with their number.
 */
export function mergeAccountFindings(
  accounts: readonly Findings[],
  noun: keyof typeof toPlace,
): Findings {
  const joined = new Map<string, Joined>();
  for (const diagnostics of accounts) {
    const own = new Map(diagnostics.map((each) => [toMistakeKey(each, noun), each]));
    for (const [name, diagnostic] of own) {
      const known = joined.get(name);
      if (known === undefined) joined.set(name, { diagnostic, number: 1, values: 1 });
      else known.number += 1;
    }
  }
  const all = [...joined.values()];
  return (noun === 'row' ? joinColumns(all) : all).map((each) => withNumber(each, noun));
}

/** Equal mistakes: the first of them, their number, and that of their values. */
type Joined = { readonly diagnostic: Diagnostic; number: number; readonly values: number };

function toMistakeKey(each: Diagnostic, noun: keyof typeof toPlace): string {
  const says = each.related?.map((other) => other.says);
  return JSON.stringify([each.code, each.summary, each.remedy, toPlace[noun](each), says]);
}

// The cells of a column that was damaged as a whole have a value each.
function joinColumns(all: readonly Joined[]): readonly Joined[] {
  const columns = Map.groupBy(all, ({ diagnostic }) =>
    toMistakeKey({ ...diagnostic, summary: toValueless(diagnostic.summary) }, 'row'),
  );
  return [...columns.values()].flatMap((equal): readonly Joined[] => {
    const [first] = equal;
    if (first === undefined || equal.length <= maxListed) return equal;
    const number = equal.reduce((sum, each) => sum + each.number, 0);
    return [{ ...first, number, values: equal.length }];
  });
}

function toValueless(summary: string): string {
  return summary.replaceAll(/"[^"]*"/g, '""');
}

function withNumber(
  { diagnostic, number, values }: Joined,
  noun: keyof typeof toPlace,
): Diagnostic {
  if (number === 1) return diagnostic;
  const others = values === 1 ? '' : `, with ${count(values, 'different value')}`;
  return { ...diagnostic, summary: `${diagnostic.summary} (in ${count(number, noun)}${others})` };
}
