import type { DesiredConnector } from '../../model/desired/desired.ts';
import type { Pair } from '../../model/diff/pair.ts';
import type { LiveConnector } from '../../model/live/live.ts';
import { type MatchContext, matchObjects } from './match-objects.ts';

/**
 * Pairs connectors: by state, else by name, which is unique in an account (SERVICE A.2 [R1]); a
 * renamed entry without a displayName also by its earlier key.
 */
export function matchConnectors<D extends { readonly desired: DesiredConnector }>(
  bound: readonly D[],
  live: readonly LiveConnector[],
  { state, ...known }: MatchContext,
): Pair<D, LiveConnector>[] {
  return matchObjects({
    desired: bound,
    live,
    toAddress: (item) => item.desired.address,
    records: new Map([...state.objects].filter(([, record]) => record.kind === 'connector')),
    creates: state.creates,
    ...known,
    listCandidates: ({ desired }, unbound) => {
      const named = (name: string | undefined) =>
        unbound.filter((candidate) => candidate.name === name);
      const found = named(desired.name);
      return found.length > 0 ? found : named(desired.renamedFrom?.key);
    },
    listUnfinished: () => [],
    listAmbiguous: () => [],
  });
}
