import { type ObjectKind, parseObjectAddress } from '../../model/address.ts';
import type { Change, FieldChange, Impact } from '../../model/change.ts';
import { worseImpact } from '../../model/change.ts';
import { rowOf } from '../../model/fields.ts';
import { isSecretField, showApplied, showDesired, showLive } from '../../model/show-value.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff, FieldVerdict } from '../../model/verdict.ts';
import { explainStart, explainStop, judgeImpact } from './judge-impact.ts';
import type { Running } from './judge-running.ts';
import { judgeRunning } from './judge-running.ts';

/** Everything that differs in one account, object by object: the account, its connectors, its cycles. */
export function listChanges(diff: AccountDiff): Change[] {
  return [
    ...listAccountChanges(diff),
    ...diff.connectors.flatMap(listConnectorChanges),
    ...diff.cycles.flatMap((cycle) => listCycleChanges(cycle, diff)),
    ...listDeletes(diff),
    ...listLetGo(diff),
  ];
}

// Objects whose whole map is gone from the manifest are forgotten, not deleted.
function listLetGo(diff: AccountDiff): Change[] {
  const { connectors, cycles } = diff.desired;
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

function listAccountChanges(diff: AccountDiff): Change[] {
  const { account, desired } = diff;
  const base = {
    address: account.address,
    kind: 'account',
    name: account.live?.name ?? desired.name,
    at: desired.at,
  } as const;
  if (account.live === null) {
    const reasons =
      account.missing?.kind === 'gone' ? ['it was ours and is gone; this makes it again'] : [];
    return [
      {
        ...base,
        verb: 'create',
        origin: `id ${desired.id}`,
        fields: toFieldChanges(account.verdicts, 'account'),
        impact: 'in-place',
        reasons,
      },
    ];
  }
  return [
    ...(account.record === null
      ? [
          {
            ...base,
            verb: 'adopt',
            remoteId: account.live.id,
            impact: 'none',
            reasons: [],
          } as const,
        ]
      : []),
    ...toUpdate(base, account.verdicts, { impact: 'none', reasons: [] }),
    ...toForgets(base, account.forgotten),
  ];
}

function listConnectorChanges(connector: ConnectorDiff): Change[] {
  const { desired, release } = connector.desired;
  const base = {
    address: connector.address,
    kind: 'connector',
    name: connector.live?.name ?? desired.name,
    at: desired.at,
  } as const;
  if (connector.live === null) {
    const origin = release.version === null ? release.name : `${release.name} ${release.version}`;
    const fields = toFieldChanges(connector.verdicts, 'connector').filter(
      (field) => !field.path.startsWith('connector/'),
    );
    return [
      {
        ...base,
        verb: 'create',
        origin,
        fields,
        impact: 'in-place',
        reasons: explainMissing(connector),
      },
    ];
  }
  return [
    ...(connector.record === null
      ? [
          {
            ...base,
            verb: 'adopt',
            remoteId: connector.live.id,
            impact: 'none',
            reasons: [],
          } as const,
        ]
      : []),
    ...toUpdate(base, connector.verdicts, { impact: 'none', reasons: [] }),
    ...toForgets(base, connector.forgotten),
  ];
}

function listCycleChanges(cycle: CycleDiff, diff: AccountDiff): Change[] {
  const { desired, template } = cycle.desired.bound;
  const running = judgeRunning(cycle, diff);
  const base = {
    address: cycle.address,
    kind: 'cycle',
    name: cycle.live?.name ?? desired.name,
    at: desired.at,
  } as const;
  if (cycle.live === null) {
    const fields = toFieldChanges(cycle.verdicts, 'cycle').filter(
      (field) => field.path !== 'from/template',
    );
    const reasons = [...explainStart(running), ...explainMissing(cycle)];
    return [
      { ...base, verb: 'create', origin: template.name, fields, impact: 'in-place', reasons },
    ];
  }
  const verdicts = running.waitsFor.length > 0 ? withoutActivity(cycle.verdicts) : cycle.verdicts;
  return [
    ...(cycle.record === null
      ? [{ ...base, verb: 'adopt', remoteId: cycle.live.id, impact: 'none', reasons: [] } as const]
      : []),
    ...toUpdate(base, verdicts, judgeImpact(cycle, running)).map((change) =>
      recallSchedule(change, running),
    ),
    ...toForgets(base, cycle.forgotten),
  ];
}

// Where the service does not show it, it runs on what we last sent, whether or not Git named that.
function recallSchedule(change: Change, { runsOn }: Running): Change {
  if (change.verb !== 'update' || runsOn === null) return change;
  const fields = change.fields.map((field) =>
    field.path === 'schedule' && field.before.kind === 'unknown'
      ? { ...field, before: { kind: 'plain' as const, value: runsOn } }
      : field,
  );
  return { ...change, fields };
}

function explainMissing(object: ConnectorDiff | CycleDiff): string[] {
  if (object.missing?.kind === 'gone') return ['it was ours and is gone; this makes it again'];
  return object.missing?.kind === 'interrupted'
    ? ['making it was interrupted before, and nothing came of it']
    : [];
}

function withoutActivity(verdicts: readonly FieldVerdict[]): FieldVerdict[] {
  return verdicts.filter((verdict) => verdict.path !== 'state' && verdict.path !== 'schedule');
}

type ChangeHead = Pick<Change, 'address' | 'kind' | 'name' | 'at'>;

function toUpdate(
  head: ChangeHead,
  verdicts: readonly FieldVerdict[],
  because: { readonly impact: Impact; readonly reasons: readonly string[] },
): Change[] {
  const fields = toFieldChanges(verdicts, head.kind);
  // A cycle that we left paused is started again although none of its fields differs.
  if (fields.length === 0 && because.reasons.length === 0) return [];
  return [
    {
      ...head,
      ...because,
      verb: 'update',
      fields,
      impact: worseImpact('in-place', because.impact),
    },
  ];
}

function toFieldChanges(verdicts: readonly FieldVerdict[], kind: ObjectKind): FieldChange[] {
  return verdicts
    .filter((verdict) => verdict.isChange && rowOf(kind, verdict.path).kind === kind)
    .map((verdict) => ({
      path: verdict.path,
      before: showBefore(verdict),
      after: showDesired(verdict.desired.value),
      secret: isSecretField(verdict),
      moved: toMoved(verdict),
      at: verdict.desired.at,
    }));
}

// What the service does not show is as we last sent it, as far as anybody knows.
function showBefore(verdict: FieldVerdict): FieldChange['before'] {
  if (verdict.live === null) return { kind: 'unknown' };
  return verdict.live.kind === 'not-readable' ? showApplied(verdict) : showLive(verdict);
}

function toMoved(verdict: FieldVerdict): FieldChange['moved'] {
  switch (verdict.state) {
    case 'manifest':
    case 'live':
    case 'both':
    case 'unfinished':
    case 'new':
      return verdict.state;
    default:
      return 'unknown';
  }
}

function toForgets(head: ChangeHead, paths: readonly FieldVerdict['path'][]): Change[] {
  return paths.map((path) => ({ ...head, verb: 'forget', path, impact: 'none', reasons: [] }));
}

function listDeletes(diff: AccountDiff): Change[] {
  const connectors = diff.desired.connectors.kind === 'set' ? diff.leftConnectors : [];
  const cycles = diff.desired.cycles.kind === 'set' ? diff.leftCycles : [];
  return [
    ...cycles.flatMap((pair) => toDelete(pair, 'cycle', explainStop(pair.live))),
    ...connectors.flatMap((pair) => toDelete(pair, 'connector', [])),
  ];
}

function toDelete(
  pair: AccountDiff['leftCycles'][number] | AccountDiff['leftConnectors'][number],
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
      reasons: ['cyclectl made it, and its entry is gone from the manifest', ...reasons],
    },
  ];
}
