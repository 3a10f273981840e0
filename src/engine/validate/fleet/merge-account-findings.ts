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

/**
 * Merges the diagnostics of many accounts, which are rows of tables or have files: a mistake that
 * several have in common is reported once, at the first of them, with their number.
 */
export function mergeAccountFindings(
  accounts: readonly Findings[],
  noun: keyof typeof toPlace,
): Findings {
  const toKey = (each: Diagnostic) => {
    const says = each.related?.map((other) => other.says);
    return JSON.stringify([each.code, each.summary, each.remedy, toPlace[noun](each), says]);
  };
  const joined = new Map<string, { readonly diagnostic: Diagnostic; number: number }>();
  for (const diagnostics of accounts) {
    for (const [name, diagnostic] of new Map(diagnostics.map((each) => [toKey(each), each]))) {
      const known = joined.get(name);
      if (known === undefined) joined.set(name, { diagnostic, number: 1 });
      else known.number += 1;
    }
  }
  return [...joined.values()].map(({ diagnostic, number }) =>
    number === 1
      ? diagnostic
      : { ...diagnostic, summary: `${diagnostic.summary} (in ${count(number, noun)})` },
  );
}
