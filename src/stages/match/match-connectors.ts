import type { Address } from '../../model/address.ts';
import type { BoundConnector, ConnectorPair } from '../../model/bound.ts';
import type { LiveConnector } from '../../model/live.ts';
import type { AccountMemory } from '../../model/memory.ts';
import { matchObjects } from './match-objects.ts';

/** Pairs connectors: by record, else by the name in the service, which is unique in an account (SERVICE A.2 [R1]). */
export function matchConnectors(
  bound: readonly BoundConnector[],
  live: readonly LiveConnector[],
  remembered: { readonly memory: AccountMemory; readonly gone: ReadonlySet<Address> },
): ConnectorPair[] {
  const { memory, gone } = remembered;
  return matchObjects({
    desired: bound,
    live,
    addressOf: (item) => item.desired.address,
    records: new Map([...memory.objects].filter(([, record]) => record.kind === 'connector')),
    creates: memory.creates,
    gone,
    candidatesOf: (item, unbound) =>
      unbound.filter((candidate) => candidate.name === item.desired.name),
    doubtsOf: () => [],
  });
}
