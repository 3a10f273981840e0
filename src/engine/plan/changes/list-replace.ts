import { formatOrigin } from '../../../model/desired/format-origin.ts';
import { type Deposed, isEffectivelyRunning } from '../../../model/desired/scope/deposed.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { AccountState } from '../../../model/memory/account-state.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { Cutover } from '../running/decide-cutover.ts';
import type { Running } from '../running/decide-running.ts';
import { describeStart } from './classify-impact.ts';
import { toFieldChanges } from './to-field-changes.ts';

/** What is known of a cycle that takes the place of others. */
type Replacing = {
  readonly running: Running;
  readonly cutover: Exclude<Cutover, { readonly kind: 'none' }>;
  readonly memory: AccountState;
  /** Sentences of what is called before it starts. */
  readonly checks: readonly string[];
};

/**
 * A cycle that takes the place of another as a change, with what is lost by it. Where more than one makes way, each
 * of the others is a delete: all of them count.
 */
export function listReplace(cycle: CycleDiff, replacing: Replacing): Change[] {
  const { deposed } = replacing.cutover;
  const first = findReplaced(deposed);
  if (first === undefined) return [];
  const others = deposed.filter((each) => each !== first);
  const { address, kind, at, live, record, desired, fields: verdicts } = cycle;
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
      origin: formatOrigin(desired.bound.desired.origin),
      remoteId: first.live.id,
      webhooks: deposed.flatMap(({ webhooks }) => webhooks),
      fields: toFieldChanges(verdicts, kind).filter(({ path }) => !path.startsWith('from/')),
      impact: 'replaces',
      reasons: describeReplace(cycle, replacing),
    },
    ...(replacing.cutover.kind === 'goes' ? others.map((each) => toDelete(each, first)) : []),
  ];
}

// The one that runs is what is lost, be it a later one; else the first of them.
function findReplaced(deposed: readonly Deposed[]): Deposed | undefined {
  return deposed.find(({ live }) => live.status === 'Active') ?? deposed[0];
}

function toDelete({ address, live }: Deposed, replaced: Deposed): Change {
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

function describeReplace(cycle: CycleDiff, replacing: Replacing): string[] {
  const { running, cutover, memory, checks } = replacing;
  const webhooks = cutover.deposed.flatMap((each) => each.webhooks);
  return [
    ...(running.isRunning ? ['runs already'] : describeStart(running)),
    ...describeOrigin(findReplaced(cutover.deposed)),
    ...(cycle.live === null ? [] : ['the one that takes its place is there already']),
    ...(cycle.live?.hasRun === true ? [] : ['the first run starts from the beginning']),
    'the run history of the earlier one is lost',
    ...webhooks.map(
      (step) => `the address that starts "${step}" ends; who calls it must be told the new one`,
    ),
    ...describeCutover(cutover, memory),
    ...checks,
  ];
}

// Of a template nobody knows what changes; of a file its structure is compared with what is there.
function describeOrigin(first: Deposed | undefined): string[] {
  return (first?.differs ?? []).map((each) => `otherwise built: ${each}`);
}

function describeCutover(exchange: Replacing['cutover'], memory: AccountState): string[] {
  const atWork = exchange.deposed.filter((each) => isEffectivelyRunning(each, memory));
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
