import { formatOrigin } from '../../../model/desired/desired.ts';
import { type Deposed, isEffectivelyRunning } from '../../../model/desired/scope/deposed.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { Change } from '../../../model/plan/change.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import type { Cutover } from '../running/decide-cutover.ts';
import type { Running } from '../running/decide-running.ts';
import { describeStart } from './classify-impact.ts';
import { toFieldChanges } from './to-field-changes.ts';

/** Context of a replacement. */
type Replacing = {
  readonly running: Running;
  readonly cutover: Exclude<Cutover, { readonly kind: 'none' }>;
  readonly state: AccountState;
  /** Sentences about the health checks before its start. */
  readonly checks: readonly string[];
};

/**
 * Lists a replacement as a change, with its losses. Each further deposed cycle is a delete of its
 * own, because all of them count.
 */
export function listReplace(cycle: CycleDiff, replacing: Replacing): Change[] {
  const { deposed } = replacing.cutover;
  const first = findReplaced(deposed);
  if (first === undefined) return [];
  const others = deposed.filter((each) => each !== first);
  const { address, kind, at, live, record, desired, fields: diffs } = cycle;
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
      fields: toFieldChanges(diffs, kind).filter(({ path }) => !path.startsWith('from/')),
      impact: 'replaces',
      reasons: describeReplace(cycle, replacing),
    },
    ...(replacing.cutover.kind === 'goes' ? others.map((each) => toDelete(each, first)) : []),
  ];
}

// Selects the running one, because its loss matters most; else the first.
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
        ? 'another cycle has replaced it meanwhile'
        : 'it was to replace another cycle, and Git now names another origin',
    ],
  };
}

function describeReplace(cycle: CycleDiff, replacing: Replacing): string[] {
  const { running, cutover, state, checks } = replacing;
  const webhooks = cutover.deposed.flatMap((each) => each.webhooks);
  return [
    ...(running.isRunning ? ['runs already'] : describeStart(running)),
    ...describeOrigin(findReplaced(cutover.deposed)),
    ...(cycle.live === null ? [] : ['its replacement already exists']),
    ...(cycle.live?.hasRun === true ? [] : ['the first run starts from the beginning']),
    'the run history of the old cycle is lost',
    ...webhooks.map(
      (step) => `the webhook URL of step "${step}" stops working; its callers need the new URL`,
    ),
    ...describeCutover(cutover, state),
    ...checks,
  ];
}

// The service does not report the changes of a template; the structure of a file is compared with
// the live one.
function describeOrigin(first: Deposed | undefined): string[] {
  return (first?.differs ?? []).map((each) => `different structure: ${each}`);
}

function describeCutover(cutover: Replacing['cutover'], state: AccountState): string[] {
  const atWork = cutover.deposed.filter((each) => isEffectivelyRunning(each, state));
  if (cutover.kind === 'stays') return ['the old cycle stays as it is until then'];
  if (atWork.length === 0) return ['the old cycle does not run, and is deleted'];
  const inProgress = atWork.reduce((sum, { live }) => sum + live.inProgressCount, 0);
  const waits = inProgress === 0 ? '' : `, which waits for the ${inProgress} running now`;
  return [
    cutover.stops.length > 0
      ? `the old cycle runs until the new one is complete; then it is stopped${waits}, the new one starts, and the old one is deleted`
      : `the old cycle is stopped${waits}, and deleted`,
  ];
}
