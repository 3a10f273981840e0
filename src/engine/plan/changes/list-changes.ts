import { parseObjectAddress } from '../../../model/address.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import { formatOrigin } from '../../../model/desired/format-origin.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldDiff,
} from '../../../model/diff/field-diff.ts';
import { findLostBinding } from '../../../model/diff/find-lost-binding.ts';
import { listUsedConnectors } from '../../../model/diff/list-used-connectors.ts';
import type { ObjectRecord } from '../../../model/memory/account-state.ts';
import type { Change, Impact } from '../../../model/plan/change.ts';
import { selectWorseImpact } from '../../../model/plan/change.ts';
import { decideCutover } from '../running/decide-cutover.ts';
import type { Running } from '../running/decide-running.ts';
import { decideRunning, isToActivate } from '../running/decide-running.ts';
import { classifyImpact, describeStart, describeStop } from './classify-impact.ts';
import { listReplace } from './list-replace.ts';
import { listUnmanagedCycles } from './list-unmanaged-cycles.ts';
import { toFieldChanges } from './to-field-changes.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** Everything that differs in one account, object by object: the account, its connectors, its cycles. */
export function listChanges(diff: AccountDiff): Change[] {
  return [
    ...listAccountChanges(diff),
    ...diff.connectors.flatMap(listConnectorChanges),
    ...diff.cycles.flatMap((cycle) => listCycleChanges(cycle, diff)),
    ...listDeletes(diff),
    ...listReleasedChanges(diff),
  ].map((change) => withAdoptReasons(change, diff));
}

// It has the name of what we made or adopted, and is not that.
function withAdoptReasons(change: Change, { connectors, cycles, memory }: AccountDiff): Change {
  if (change.verb !== 'adopt') return change;
  const object = [...connectors, ...cycles].find(({ address }) => address === change.address);
  const lost = object === undefined ? null : findLostBinding(object, memory);
  return lost === null
    ? change
    : { ...change, reasons: [`${lost.remoteId} was ours under this name and is gone`] };
}

// Objects whose whole map is gone from the manifest are forgotten, not deleted.
function listReleasedChanges(diff: AccountDiff): Change[] {
  const { connectors, cycles, undo } = diff.desired;
  if (undo !== undefined) return [];
  return [...diff.memory.objects.values()]
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
  const isChanged = connector.fields.some((field) => field.isChange);
  return listObjectChanges(connector, {
    name: desired.name,
    origin,
    reasons,
    ...(isChanged ? { because: { impact: 'none', reasons } } : {}),
  });
}

// What apply will call is approved with the rest.
function describeChecks({ desired: { desired }, live }: ConnectorDiff): string[] {
  const isWaiting = desired.auth.kind === 'oauth' && live?.authenticated !== true;
  if (desired.checks.length === 0 || isWaiting) return [];
  return [`then it is checked: calls ${quoteMethods(desired)}`];
}

function quoteMethods({ checks }: DesiredConnector): string {
  return checks.map(({ method }) => `"${method}"`).join(', ');
}

function listCycleChanges(cycle: CycleDiff, diff: AccountDiff): Change[] {
  const { desired } = cycle.desired.bound;
  const running = decideRunning(cycle, diff);
  const isWaiting = cycle.live !== null && running.waitsFor.length > 0;
  const reported = isWaiting ? { ...cycle, fields: withoutActivity(cycle.fields) } : cycle;
  const checks = describeFirstChecks(cycle, running, diff);
  const { impact, reasons } = classifyImpact(cycle, running);
  const exchange = decideCutover(cycle, running, diff);
  if (exchange.kind !== 'none' && (cycle.live === null || exchange.kind === 'goes')) {
    return listReplace(reported, { running, cutover: exchange, memory: diff.memory, checks });
  }
  return listObjectChanges(reported, {
    name: desired.name,
    origin: formatOrigin(desired.origin),
    reasons: [...describeStart(running), ...checks],
    because: { impact, reasons: [...reasons, ...checks] },
  }).map((change) => withRunningSchedule(change, running));
}

// Connectors that this plan writes say themselves that they are checked.
function describeFirstChecks(cycle: CycleDiff, running: Running, diff: AccountDiff): string[] {
  if (!isToActivate(cycle, running) || running.isPausedByUs) return [];
  return listUsedConnectors(cycle, diff.connectors)
    .filter(
      ({ live, fields: verdicts }) => live !== null && !verdicts.some(({ isChange }) => isChange),
    )
    .filter(({ desired }) => desired.desired.checks.length > 0)
    .map(
      ({ desired: { desired } }) =>
        `first ${desired.key} is checked: calls ${quoteMethods(desired)}`,
    );
}

/** What is said of an object beside its fields. */
type ObjectDescription = {
  /** The name that it will have, where it has none yet. */
  readonly name: string;
  readonly origin: string;
  /** Said where it is made. */
  readonly reasons?: readonly string[];
  /** Said where it is changed. */
  readonly because?: Because;
};

type Because = { readonly impact: Impact; readonly reasons: readonly string[] };

function listObjectChanges(object: AnyDiff, reported: ObjectDescription): Change[] {
  const { address, kind, at, live, record, fields: verdicts, forgotten } = object;
  const head = { address, kind, name: live?.name ?? reported.name, at };
  if (live === null) {
    const reasons = [...(reported.reasons ?? []), ...describeMissing(object)];
    // What it is made from is said by its origin.
    const fields = toFieldChanges(verdicts, kind).filter(
      ({ path }) => !path.startsWith('from/') && !path.startsWith('connector/'),
    );
    return [
      { ...head, verb: 'create', origin: reported.origin, fields, impact: 'in-place', reasons },
    ];
  }
  const adopt = { ...head, verb: 'adopt', remoteId: live.id, impact: 'none', reasons: [] } as const;
  return [
    ...(record === null ? [adopt] : []),
    ...toUpdate(head, verdicts, reported.because ?? { impact: 'none', reasons: [] }),
    ...toForgets(head, forgotten),
  ];
}

// Where the service does not show it, it runs on what we last sent, whether or not Git named that.
function withRunningSchedule(change: Change, { runsOn }: Running): Change {
  if (change.verb !== 'update' || runsOn === null) return change;
  const fields = change.fields.map((field) =>
    field.path === 'schedule' && field.before.kind === 'unknown'
      ? { ...field, before: { kind: 'plain' as const, value: runsOn } }
      : field,
  );
  return { ...change, fields };
}

function describeMissing({ missing }: AnyDiff): string[] {
  if (missing?.kind === 'gone') return ['it was ours and is gone; this makes it again'];
  return missing?.kind === 'interrupted'
    ? ['making it was interrupted before, and nothing came of it']
    : [];
}

function withoutActivity(fields: readonly FieldDiff[]): FieldDiff[] {
  return fields.filter((field) => field.path !== 'state' && field.path !== 'schedule');
}

type ChangeHead = Pick<Change, 'address' | 'kind' | 'name' | 'at'>;

function toUpdate(head: ChangeHead, verdicts: readonly FieldDiff[], because: Because): Change[] {
  const fields = toFieldChanges(verdicts, head.kind);
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

function listDeletes(diff: AccountDiff): Change[] {
  const connectors = diff.desired.connectors.kind === 'set' ? diff.liveOnlyConnectors : [];
  const cycles = diff.desired.cycles.kind === 'set' ? listUnmanagedCycles(diff) : [];
  return [
    ...cycles.flatMap((pair) =>
      toDelete(pair, 'cycle', [
        ...describeStop(pair.live),
        ...suggestRename(
          pair.record,
          diff.cycles.filter(({ desired }) => desired.bound.source.id === pair.live.templateId),
        ),
      ]),
    ),
    ...connectors.flatMap((pair) => {
      const { name } = pair.live.release;
      const alike = diff.connectors.filter(
        ({ desired: { desired } }) => desired.connector.name === name,
      );
      return toDelete(pair, 'connector', suggestRename(pair.record, alike));
    }),
  ];
}

// One that goes and one of its kind that comes may be the same under another key.
function suggestRename(
  record: ObjectRecord | null,
  alike: readonly Pick<AnyDiff, 'address' | 'live' | 'missing'>[],
): string[] {
  const made = alike.filter(({ live, missing }) => live === null && missing?.kind === 'new');
  const [only] = made;
  const was = record === null ? null : parseObjectAddress(record.address);
  const is = only === undefined ? null : parseObjectAddress(only.address);
  if (made.length !== 1 || was === null || is === null) return [];
  return [
    `${was.key} goes and ${is.key} comes: if it is the same, write renamedFrom: ${was.key} in ${is.key}`,
  ];
}

/** Why an object is ours. An object that was there before is deleted with its entry as one that cyclectl has created. */
function formatTie({ isFound }: ObjectRecord): string {
  return isFound === true ? 'adopted by cyclectl' : 'created by cyclectl';
}

function toDelete(
  pair: AccountDiff['liveOnlyCycles'][number] | AccountDiff['liveOnlyConnectors'][number],
  kind: 'connector' | 'cycle',
  reasons: readonly string[],
): Change[] {
  const { live, record } = pair;
  if (record === null) return [];
  return [
    {
      verb: 'delete',
      address: record.address,
      kind,
      name: live.name,
      at: null,
      remoteId: live.id,
      impact: 'destroys',
      reasons: [`${formatTie(record)}, and its entry is gone from the manifest`, ...reasons],
    },
  ];
}
