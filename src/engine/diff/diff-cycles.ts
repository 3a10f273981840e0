import { type Address, toFieldPath } from '../../model/address.ts';
import type { DesiredCyclePair, NamedCycle } from '../../model/desired/bound.ts';
import { type Schedule, toLasting } from '../../model/desired/schedule.ts';
import type { Deposed } from '../../model/desired/scope/deposed.ts';
import { formatFailure } from '../../model/diagnostic/api-failure.ts';
import { type Compared, type DecidedCycle, isBound } from '../../model/diff/field-diff.ts';
import { toCandidates } from '../../model/diff/pair.ts';
import { findAwaitedRun, isRunning, type RunState } from '../../model/diff/run-state.ts';
import type { UnresolvedName } from '../../model/diff/unresolved-name.ts';
import type { LiveConnector, LiveCycle, RemoteId, TemplateItem } from '../../model/live/live.ts';
import type { CycleDetails } from '../../model/live/reading.ts';
import type { AccountState, ObjectRecord } from '../../model/state/account-state.ts';
import { diffActivity } from './fields/diff-activity.ts';
import { type DiffOptions, diffFields, listForgotten } from './fields/diff-fields.ts';
import { diffUnresolved, selectShownFields } from './fields/diff-unresolved.ts';
import { toContents } from './to-contents.ts';
import { toCycleFields } from './to-cycle-fields.ts';

const path = toFieldPath('from', 'template');

/** A desired cycle with its names and, if it exists, its live values. */
export type CycleEntry = {
  readonly pair: DesiredCyclePair;
  readonly named: NamedCycle;
  readonly reading: CycleDetails | null;
  readonly runState: RunState;
};

/** Shared context of an account's cycles. */
export type CycleContext = {
  readonly state: AccountState;
  readonly deposed: ReadonlyMap<Address, readonly Deposed[]>;
  readonly templates: readonly TemplateItem[];
  readonly connectors: readonly LiveConnector[];
  /** Key of an installed connector; null if it is not ours. */
  readonly keyOf: (id: RemoteId) => string | null;
};

/** Compares the desired cycles. */
export function diffCycles(
  entries: readonly CycleEntry[],
  around: CycleContext,
  options: DiffOptions,
): Compared<DecidedCycle>[] {
  const connectors = new Map(around.connectors.map(({ id }) => [id, nameConnector(id, around)]));
  return entries.map(({ pair, named, reading, runState }) => {
    const live = pair.kind === 'both' ? pair.live : null;
    const record = pair.kind === 'both' ? pair.record : null;
    const address = named.bound.desired.address;
    const fields =
      live === null || reading === null
        ? null
        : toCycleFields(named, {
            live,
            reading,
            templates: around.templates,
            schedules: listSchedules(named, record),
            nameConnector: (id) => nameConnector(id, around),
            record,
          });
    const found = addLostTemplate(named, { live, record, templates: around.templates });
    const liveFields = fields === null ? null : selectShownFields(fields, found);
    const pause = around.state.pauses.get(address) ?? null;
    const isInterrupted = around.state.creates.has(address);
    const deposed = around.deposed.get(address) ?? [];
    const diffs = diffFields(
      'cycle',
      {
        desired: named.fields,
        live: liveFields,
        record: withDoubtedSchedule(record, runState),
        // An install writes no field of the manifest.
        isBound: isInterrupted || isBound(record, live),
      },
      options,
    ).map((field) => diffUnresolved(diffActivity(field, { named, live, runState, pause }), found));
    return {
      address,
      kind: 'cycle' as const,
      at: named.bound.desired.at,
      desired: found,
      live,
      record,
      missing: pair.kind === 'both' ? null : pair.missing,
      runState,
      deposed,
      fields: diffs,
      forgotten: listForgotten(named.fields, record),
      ...toCandidates(pair),
      ...(reading?.structure === undefined ? {} : { structure: reading.structure }),
      ...(reading?.restUnread === undefined
        ? {}
        : { restUnread: formatFailure(reading.restUnread) }),
      ...(reading?.isWhole === true
        ? {
            contents: toContents(named, { reading, connectors }),
          }
        : {}),
    };
  });
}

// Others started a cycle that we stopped, on an unknown schedule.
function withDoubtedSchedule(record: ObjectRecord | null, runState: RunState): ObjectRecord | null {
  const [state, path] = [record?.applied[toFieldPath('state')], toFieldPath('schedule')];
  const schedule = record?.applied[path];
  const isStopped = state?.kind === 'plain' && state.value === 'paused';
  const isOthers = isRunning(runState) && findAwaitedRun(runState) === null;
  if (record === null || schedule === undefined || !isStopped || !isOthers) return record;
  return {
    ...record,
    applied: { ...record.applied, [path]: { ...schedule, origin: 'assumed' } },
  };
}

// The desired schedule goes first: a shifted start of the same cadence is no difference.
function listSchedules(named: NamedCycle, record: ObjectRecord | null): (Schedule | null)[] {
  const { activity, ownedActivity } = named.bound.desired;
  const written = ownedActivity ?? (activity.kind === 'set' ? activity.value : null);
  const applied = record?.applied[toFieldPath('schedule')];
  return [
    written?.schedule ?? null,
    applied?.kind === 'plain' ? (applied.value as Schedule | null) : null,
    toLasting(record?.run?.schedule),
  ];
}

function nameConnector(id: RemoteId, around: CycleContext): string {
  const key = around.keyOf(id);
  if (key !== null) return key;
  const live = around.connectors.find((connector) => connector.id === id);
  return live === undefined ? `(connector ${id})` : `"${live.name}"`;
}

/**
 * Reports the template of a live cycle as unknown if its original is gone, renamed or hidden.
 * Refuses only writes of the origin. A name changed in Git only is a mistake of its entry.
 */
function addLostTemplate(
  named: NamedCycle,
  around: {
    readonly live: LiveCycle | null;
    readonly record: ObjectRecord | null;
    readonly templates: readonly TemplateItem[];
  },
): NamedCycle {
  const { source } = named.bound;
  const { live, record, templates } = around;
  if (source.kind !== 'no-template' || live === null) return named;
  const { refusal: diagnostic, lost, name } = source;
  const listed = templates.find(({ id }) => id === live.templateId)?.name;
  const applied = record?.applied[path];
  if (listed !== undefined && (applied?.kind !== 'plain' || applied.value === listed)) return named;
  const hidden = { thing: 'template', name, step: null, isSeveral: false, near: [] } as const;
  const known = lost ?? hidden;
  const near = listed === undefined ? known.near : [...new Set([listed, ...known.near])];
  const miss: UnresolvedName = {
    lost: { ...known, near },
    diagnostic,
    ...(lost === null ? { isHidden: true as const } : {}),
  };
  return {
    ...named,
    refusals: named.refusals.filter((each) => each !== diagnostic),
    unresolved: new Map([...named.unresolved, [path, miss]]),
  };
}
