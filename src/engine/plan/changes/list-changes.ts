import { parseObjectAddress } from '../../../model/address.ts';
import { type DesiredConnector, formatOrigin } from '../../../model/desired/desired.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import {
  type AccountDiff,
  type AnyDiff,
  type ConnectorDiff,
  type CycleDiff,
  type FieldDiff,
  findDiff,
  findLostBinding,
} from '../../../model/diff/field-diff.ts';
import { isPausedByUs, isRunning } from '../../../model/diff/run-state.ts';
import { listUsedConnectors } from '../../../model/diff/used-connectors.ts';
import { type Change, type Impact, selectWorseImpact } from '../../../model/plan/change.ts';
import { withFieldsDeferred } from '../list-deferred.ts';
import { hasAllRequired } from '../refusals/list-unset.ts';
import { classifyImpact, describeStart } from './classify-impact.ts';
import { listRemovals } from './list-removals.ts';
import { listReplace } from './list-replace.ts';
import { toFieldChanges } from './to-field-changes.ts';

/**
 * Lists all differences of one account, object by object: the account, its connectors, its cycles.
 */
export function listChanges(diff: AccountDiff): Change[] {
  return [
    ...listAccountChanges(diff),
    ...diff.connectors.flatMap(listConnectorChanges),
    ...diff.cycles.flatMap((cycle) => listCycleChanges(cycle, diff)),
    ...listRemovals(diff),
    ...listReleasedChanges(diff),
  ].map((change) => withAdoptReasons(change, diff));
}

// The object has the name of one that we created or adopted, and another id.
function withAdoptReasons(change: Change, diff: AccountDiff): Change {
  if (change.verb !== 'adopt') return change;
  const object = findDiff(diff, change.address);
  const isEntry = object !== undefined && object !== diff.account;
  const lost = isEntry ? findLostBinding(object, diff.state) : null;
  return lost === null
    ? change
    : { ...change, reasons: [`${lost.remoteId}, which cyclectl managed under this name, is gone`] };
}

// If the whole map is gone from the manifest, its objects are removed from state and not deleted.
function listReleasedChanges(diff: AccountDiff): Change[] {
  const { connectors, cycles } = diff.desired;
  if (diff.part !== undefined) return [];
  return [...diff.state.objects.values()]
    .filter(
      (record) =>
        (record.kind === 'connector' ? connectors : record.kind === 'cycle' ? cycles : null)
          ?.kind === 'unmanaged',
    )
    .map(({ address, kind }) => ({
      verb: 'forget',
      address,
      kind,
      name: parseObjectAddress(address)?.key ?? address,
      path: null,
      at: null,
      impact: 'none',
      reasons: [],
    }));
}

function listAccountChanges({ account, desired }: AccountDiff): Change[] {
  return listObjectChanges(account, { name: desired.name, origin: `id ${desired.id}` });
}

function listConnectorChanges(connector: ConnectorDiff): Change[] {
  const { desired, release } = connector.desired;
  const { name } = desired.connector;
  const version = release?.version ?? null;
  const origin = version === null ? name : `${name} ${version}`;
  const reasons = describeChecks(connector);
  const isUpdated = connector.fields.some(isChanged);
  return listObjectChanges(connector, {
    name: desired.name,
    origin,
    reasons,
    ...(isUpdated ? { because: { impact: 'none', reasons } } : {}),
  });
}

// The calls that apply makes are part of the approved plan.
function describeChecks({ desired: { desired }, live }: ConnectorDiff): string[] {
  const isWaiting = desired.auth.kind === 'oauth' && live?.authenticated !== true;
  if (desired.checks.length === 0 || isWaiting) return [];
  return [`then its health checks run: calls ${quoteMethods(desired)}`];
}

function quoteMethods({ checks }: DesiredConnector): string {
  return checks.map(({ method }) => `"${method}"`).join(', ');
}

function listCycleChanges(cycle: CycleDiff, diff: AccountDiff): Change[] {
  const { desired } = cycle.desired.bound;
  // Drift counts an edit that waits as a change in Git, and no start that waits.
  const reported = isRunning(cycle.runState) ? cycle : withFieldsDeferred(cycle);
  const checks = describeFirstChecks(cycle, diff);
  const { impact, reasons } = classifyImpact(cycle);
  const isReplacing = cycle.deposed.length > 0 && (cycle.live === null || cycle.deletesDeposed);
  if (isReplacing) return listReplace(reported, checks);
  return listObjectChanges(reported, {
    name: desired.name,
    origin: formatOrigin(desired.origin),
    reasons: [describeStart(cycle), ...checks],
    because: { impact, reasons: [...reasons, ...checks] },
  }).map((change) => withRequired(withRunningSchedule(change, cycle), cycle));
}

// The changes of connectors that this plan writes describe their own checks.
function describeFirstChecks(cycle: CycleDiff, diff: AccountDiff): string[] {
  const { runState, runPlan } = cycle;
  const isStarted = runPlan.kind === 'start' || runPlan.kind === 'cutover';
  if (!isStarted || isPausedByUs(runState)) return [];
  return listUsedConnectors(cycle, diff.connectors)
    .filter(({ live, fields: diffs }) => live !== null && !diffs.some(isChanged))
    .filter(({ desired }) => desired.desired.checks.length > 0)
    .map(
      ({ desired: { desired } }) =>
        `first the health checks of ${desired.key} run: calls ${quoteMethods(desired)}`,
    );
}

/** Description of an object beside its fields. */
type ObjectDescription = {
  /** The name that a new object will have. */
  readonly name: string;
  readonly origin: string;
  /** Reasons for a create. */
  readonly reasons?: readonly string[];
  /** Reasons for an update. */
  readonly because?: Because;
};

type Because = { readonly impact: Impact; readonly reasons: readonly string[] };

function listObjectChanges(object: AnyDiff, reported: ObjectDescription): Change[] {
  const { address, kind, at, live, record, fields: diffs, forgotten } = object;
  const head = { address, kind, name: live?.name ?? reported.name, at };
  if (live === null) {
    const reasons = [...(reported.reasons ?? []), ...describeMissing(object)];
    // The origin of the change already names what the object is made from.
    const fields = toFieldChanges(diffs, kind).filter(
      ({ path }) => !path.startsWith('from/') && !path.startsWith('connector/'),
    );
    const gone = object.missing === 'gone' ? ({ isGone: true } as const) : {};
    const made = { origin: reported.origin, fields, impact: 'in-place', reasons } as const;
    return [{ ...head, verb: 'create', ...made, ...gone }];
  }
  const adopt = { ...head, verb: 'adopt', remoteId: live.id, impact: 'none', reasons: [] } as const;
  return [
    ...(record === null ? [adopt] : []),
    ...toUpdate(head, diffs, reported.because ?? { impact: 'none', reasons: [] }),
    ...toForgets(head, forgotten),
  ];
}

// The schedule that was last sent, if the service does not report it.
function withRunningSchedule(change: Change, { runState }: CycleDiff): Change {
  const runsOn = 'on' in runState ? runState.on : null;
  if (change.verb !== 'update' || runsOn === null) return change;
  const fields = change.fields.map((field) =>
    field.path === 'schedule' && field.before.kind === 'unknown'
      ? { ...field, before: { kind: 'plain' as const, value: runsOn } }
      : field,
  );
  return { ...change, fields };
}

function withRequired(change: Change, cycle: CycleDiff): Change {
  return change.verb === 'create' && hasAllRequired(cycle)
    ? { ...change, hasRequired: true }
    : change;
}

function describeMissing({ missing }: AnyDiff): string[] {
  if (missing === 'gone')
    return ['it is in state and gone from the service; this creates it again'];
  return missing === 'interrupted'
    ? ['an interrupted run tried to create it and left nothing']
    : [];
}

type ChangeHead = Pick<Change, 'address' | 'kind' | 'name' | 'at'>;

function toUpdate(head: ChangeHead, diffs: readonly FieldDiff[], because: Because): Change[] {
  const fields = toFieldChanges(diffs, head.kind);
  // A cycle that we left paused is started again although none of its fields differs.
  if (fields.length === 0 && because.reasons.length === 0) return [];
  return [
    {
      ...head,
      ...because,
      verb: 'update',
      fields,
      impact: selectWorseImpact('in-place', because.impact),
    },
  ];
}

function toForgets(head: ChangeHead, paths: readonly FieldDiff['path'][]): Change[] {
  return paths.map((path) => ({ ...head, verb: 'forget', path, impact: 'none', reasons: [] }));
}
