import { type Finding, ranks, toFindingRank } from '../finding.ts';

/** As many results as GitHub takes of one run. */
const maxResults = 25_000;

/** Octets of all results. GitHub accepts 20 MB after compression, which never enlarges them. */
const maxOctets = 20_000_000;

/** The room that results have. */
export type SarifBudget = {
  /** Counts one before any is written. */
  readonly count: (finding: Finding, text: string) => void;
  /**
   * Returns whether a finding has room, after all were counted; an important one is never omitted for a
   * lesser one.
   */
  readonly take: (finding: Finding, text: string) => boolean;
  /** How many found none. */
  readonly omitted: () => number;
};

/** Allocates room by rank, so that the least important results are omitted. */
export function openSarifBudget(limits = { results: maxResults, octets: maxOctets }): SarifBudget {
  const wanted = Array.from({ length: ranks }, () => ({ results: 0, octets: 0 }));
  let given: { results: number; octets: number }[] | null = null;
  let left = 0;
  return {
    count: (finding, text) => {
      const rank = wanted[toFindingRank(finding)];
      if (rank === undefined) return;
      rank.results += 1;
      rank.octets += countOctets(text);
    },
    take: (finding, text) => {
      given ??= share(wanted, limits);
      const rank = given[toFindingRank(finding)];
      const octets = countOctets(text);
      if (rank === undefined || rank.results < 1 || rank.octets < octets) {
        left += 1;
        return false;
      }
      rank.results -= 1;
      rank.octets -= octets;
      return true;
    },
    omitted: () => left,
  };
}

function share(
  wanted: readonly { readonly results: number; readonly octets: number }[],
  limits: { readonly results: number; readonly octets: number },
): { results: number; octets: number }[] {
  const rest = { ...limits };
  return wanted.map(({ results, octets }) => {
    const given = {
      results: results > rest.results ? rest.results : results,
      octets: octets > rest.octets ? rest.octets : octets,
    };
    rest.results -= given.results;
    rest.octets -= given.octets;
    return given;
  });
}

// Counts at most three octets per UTF-16 unit, and one for ASCII.
function countOctets(text: string): number {
  return text.length + 2 * (text.match(/[^\0-\x7f]/g)?.length ?? 0);
}
