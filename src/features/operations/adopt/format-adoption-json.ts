import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ApplyFrame } from '../../../model/report/report.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import type { AdoptedObject, Adoption, AdoptionOutcome } from './adoption.ts';
import type { AdoptionFrame } from './format-adoptions-text.ts';

/** One account of an adopt as data. */
export type AccountAdoption = {
  readonly account: string;
  /** Objects to bind. */
  readonly found: readonly AdoptedObject[];
  /** Objects bound by this run. */
  readonly bound: readonly AdoptedObject[];
  /** Number of objects in the manifest that the service does not have. */
  readonly missing: number;
  readonly diagnostics: readonly Diagnostic[];
};

/** Formats an adopt as data, an account a line; `reported` holds diagnostics of the whole run. */
export function formatAdoptionJson(
  frame: Partial<AdoptionFrame> & Pick<ApplyFrame, 'notBegun'>,
  accounts: Iterable<AccountAdoption> | AsyncIterable<AccountAdoption>,
  reported: Iterable<Diagnostic>,
): AsyncGenerator<string, void, undefined> {
  const run = { ...frame, diagnostics: [...reported] };
  return formatDocumentPieces('adopt', { run, accounts });
}

/** Joins found objects with their results; skips accounts without either. */
export async function* mergeOutcomes(
  adoptions: AsyncIterable<Adoption>,
  outcomes: readonly AdoptionOutcome[],
): AsyncGenerator<AccountAdoption, void, undefined> {
  const ends = new Map(outcomes.map((outcome) => [outcome.account, outcome]));
  for await (const adoption of adoptions) {
    const { account } = adoption;
    if (adoption.kind === 'refused') {
      yield { account, found: [], bound: [], missing: 0, diagnostics: adoption.diagnostics };
      continue;
    }
    const { bound = [], diagnostics: later = [] } = ends.get(account) ?? {};
    const { adopts: found, missing } = adoption;
    const diagnostics = [...adoption.diagnostics, ...later];
    if (found.length + missing + diagnostics.length > 0)
      yield { account, found, bound, missing, diagnostics };
  }
}
