import { formatOrigin } from '../../../model/desired/desired.ts';
import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import { isEffectivelyRunning, isRunning } from '../../../model/diff/run-state.ts';
import type { Change } from '../../../model/plan/change.ts';
import { hasAllRequired } from '../refusals/list-unset.ts';
import { describeStart } from './classify-impact.ts';
import { toFieldChanges } from './to-field-changes.ts';

/**
 * Lists a replacement as a change, with its losses. Each further deposed cycle is a delete of its
 * own, because all of them count. `checks` are the health checks before its start.
 */
export function listReplace(cycle: CycleDiff, checks: readonly string[]): Change[] {
  const { deposed } = cycle;
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
      reasons: describeReplace(cycle, checks),
      ...(hasAllRequired(cycle) ? { hasRequired: true } : {}),
    },
    ...(cycle.deletesDeposed ? others.map((each) => toDelete(each, first)) : []),
  ];
}

// Selects the running one, because its loss matters most; else the first.
function findReplaced(deposed: readonly Deposed[]): Deposed | undefined {
  return deposed.find(({ run }) => isRunning(run)) ?? deposed[0];
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

function describeReplace(cycle: CycleDiff, checks: readonly string[]): string[] {
  const webhooks = cycle.deposed.flatMap((each) => each.webhooks);
  return [
    isRunning(cycle.runState) ? 'runs already' : describeStart(cycle),
    ...describeOrigin(findReplaced(cycle.deposed)),
    ...(cycle.live === null ? [] : ['its replacement already exists']),
    ...(cycle.live?.hasRun === true ? [] : ['the first run starts from the beginning']),
    'the run history of the old cycle is lost',
    ...webhooks.map(
      (step) => `the webhook URL of step "${step}" stops working; its callers need the new URL`,
    ),
    describeCutover(cycle),
    ...checks,
  ];
}

// The service does not report the changes of a template; the structure of a file is compared with
// the live one.
function describeOrigin(first: Deposed | undefined): string[] {
  return (first?.differs ?? []).map((each) => `different structure: ${each}`);
}

function describeCutover({ deposed, deletesDeposed, runPlan }: CycleDiff): string {
  const atWork = deposed.filter(({ run }) => isEffectivelyRunning(run));
  if (!deletesDeposed) return 'the old cycle stays as it is until then';
  if (atWork.length === 0) return 'the old cycle does not run, and is deleted';
  const inProgress = atWork.reduce((sum, { live }) => sum + live.inProgressCount, 0);
  const waits = inProgress === 0 ? '' : `, which waits for the ${inProgress} running now`;
  return runPlan.kind === 'cutover'
    ? `the old cycle runs until the new one is complete; then it is stopped${waits}, the new one starts, and the old one is deleted`
    : `the old cycle is stopped${waits}, and deleted`;
}
