import { nameOrigin } from '../../../model/desired/name-origin.ts';
import { isAtWork, type Predecessor } from '../../../model/desired/scope/predecessor.ts';
import type { CycleDiff } from '../../../model/diff/verdict.ts';
import type { AccountMemory } from '../../../model/memory/memory.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Exchange } from '../running/judge-exchange.ts';
import type { Running } from '../running/judge-running.ts';
import { explainStart } from './judge-impact.ts';
import { toFieldChanges } from './to-field-changes.ts';

/** What is known of a cycle that takes the place of others. */
type Replacing = {
  readonly running: Running;
  readonly exchange: Exclude<Exchange, { readonly kind: 'none' }>;
  readonly memory: AccountMemory;
  /** Sentences of what is called before it starts. */
  readonly checks: readonly string[];
};

/**
 * A cycle that takes the place of another as a change, with what is lost by it. Where more than one makes way, each
 * of the others is a delete: all of them count.
 */
export function listReplace(cycle: CycleDiff, replacing: Replacing): Change[] {
  const { predecessors } = replacing.exchange;
  const first = findReplaced(predecessors);
  if (first === undefined) return [];
  const others = predecessors.filter((each) => each !== first);
  const { address, kind, at, live, record, desired, verdicts } = cycle;
  const head = { address, kind, at } as const;
  const isAdopted = live !== null && record === null;
  return [
    ...(isAdopted
      ? [
          {
            ...head,
            name: live.name,
            verb: 'adopt',
            remoteId: live.id,
            impact: 'none',
            reasons: [],
          } as const,
        ]
      : []),
    {
      ...head,
      verb: 'replace',
      name: first.live.name,
      origin: nameOrigin(desired.bound.desired.origin),
      remoteId: first.live.id,
      webhooks: predecessors.flatMap(({ webhooks }) => webhooks),
      fields: toFieldChanges(verdicts, kind).filter(({ path }) => !path.startsWith('from/')),
      impact: 'replaces',
      reasons: explainReplace(cycle, replacing),
    },
    ...(replacing.exchange.kind === 'goes' ? others.map((each) => toDelete(each, first)) : []),
  ];
}

// The one that runs is what is lost, be it a later one; else the first of them.
function findReplaced(predecessors: readonly Predecessor[]): Predecessor | undefined {
  return predecessors.find(({ live }) => live.status === 'Active') ?? predecessors[0];
}

function toDelete({ address, live }: Predecessor, replaced: Predecessor): Change {
  return {
    verb: 'delete',
    address,
    kind: 'cycle',
    name: live.name,
    at: null,
    remoteId: live.id,
    impact: 'destroys',
    reasons: [
      address < replaced.address
        ? 'another has taken its place by now'
        : 'it was to take the place of another, and Git names another origin by now',
    ],
  };
}

function explainReplace(cycle: CycleDiff, replacing: Replacing): string[] {
  const { running, exchange, memory, checks } = replacing;
  const webhooks = exchange.predecessors.flatMap((each) => each.webhooks);
  return [
    ...(running.isRunning ? ['runs already'] : explainStart(running)),
    ...explainOrigin(findReplaced(exchange.predecessors)),
    ...(cycle.live === null ? [] : ['the one that takes its place is there already']),
    ...(cycle.live?.hasRun === true ? [] : ['the first run starts from the beginning']),
    'the run history of the earlier one is lost',
    ...webhooks.map(
      (step) => `the address that starts "${step}" ends; who calls it must be told the new one`,
    ),
    ...explainExchange(exchange, memory),
    ...checks,
  ];
}

// Of a template nobody knows what changes; of a file its structure is compared with what is there.
function explainOrigin(first: Predecessor | undefined): string[] {
  return (first?.differs ?? []).map((each) => `otherwise built: ${each}`);
}

function explainExchange(exchange: Replacing['exchange'], memory: AccountMemory): string[] {
  const atWork = exchange.predecessors.filter((each) => isAtWork(each, memory));
  if (atWork.length === 0) {
    return exchange.kind === 'goes' ? ['the earlier one rests, and is deleted'] : [];
  }
  if (exchange.kind === 'stays') return ['the earlier one stays as it is until then'];
  const inProgress = atWork.reduce((sum, { live }) => sum + live.inProgressCount, 0);
  const waits = inProgress === 0 ? '' : `, which waits for the ${inProgress} running now`;
  return [
    exchange.stops.length > 0
      ? `the earlier one runs until the new one has all that it needs; then it is stopped${waits}, the new one starts, and the earlier one is deleted`
      : `the earlier one is stopped${waits}, and deleted`,
  ];
}
