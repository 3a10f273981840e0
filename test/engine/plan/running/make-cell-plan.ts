import { resolveCycleNames } from '../../../../src/engine/bind/resolve-cycle-names.ts';
import { decideAccount } from '../../../../src/engine/decide/decide-account.ts';
import { diffAccount } from '../../../../src/engine/diff/diff-account.ts';
import type { CycleEntry } from '../../../../src/engine/diff/diff-cycles.ts';
import { hasWebhookStart, observeRun } from '../../../../src/engine/running/observe-run.ts';
import { planRuns } from '../../../../src/engine/running/plan-runs.ts';
import { toFieldPath } from '../../../../src/model/address.ts';
import type { BoundCycle, DesiredCyclePair } from '../../../../src/model/desired/bound.ts';
import type { DesiredCycle } from '../../../../src/model/desired/desired.ts';
import type { Schedule } from '../../../../src/model/desired/schedule.ts';
import type { Deposed } from '../../../../src/model/desired/scope/deposed.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import { toIdentityTag } from '../../../../src/model/diff/identity.ts';
import type { AppliedValue, PlainValue } from '../../../../src/model/fields/field-value.ts';
import {
  allCapabilities,
  documentedCapabilities,
} from '../../../../src/model/live/capabilities.ts';
import type { CycleShape } from '../../../../src/model/live/cycle-shape.ts';
import type { LiveCycle } from '../../../../src/model/live/live.ts';
import type { CycleDetails } from '../../../../src/model/live/reading.ts';
import type { AccountPlan } from '../../../../src/model/plan/plan.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import {
  at,
  bindConnector,
  fieldsOf,
  makeAccount,
  makeConnector,
  makeCycle,
  plainField,
  syncSource,
  syncTemplate,
} from '../../../support/values/make-desired.ts';
import {
  fingerprint,
  makeDeposed as makeDeposedOf,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';
import {
  liveAccount,
  liveConnector,
  liveCycle,
  liveMapping,
  liveStep,
  shapeOf,
  target,
} from '../../../support/values/make-live.ts';
import { planDiff } from '../../../support/values/make-plan.ts';
import { address, listPauses, makeState, oldAddress } from './make-cell-state.ts';
import type { RunCell } from './run-cells.ts';
import { findRunState, type ObservedRun, type ObservedRuns } from './run-states.ts';

const hourly: Schedule = { kind: 'every', every: '1h' };
const daily: Schedule = { kind: 'every', every: '1d' };
const webhook: Schedule = { kind: 'webhook' };

const values = {
  description: toFieldPath('description'),
  mapping: toFieldPath('steps', 'Read', 'parameters', 'Query'),
  region: toFieldPath('variables', 'Region'),
  schedule: toFieldPath('schedule'),
  state: toFieldPath('state'),
  template: toFieldPath('from', 'template'),
};

/** The plan of one account with the cycle of a cell, through all stages that decide about it. */
export function makeCellPlan(cell: RunCell): AccountPlan {
  return planDiff(makeCellDiff(cell));
}

/** The account of a cell: compared and decided. */
export function makeCellDiff(cell: RunCell): AccountDiff {
  const observed = observeCell(cell);
  const desired = makeDesired(cell);
  const pair = makePair(cell, { desired, source: syncSource }, observed.own);
  const old = observed.old === null ? null : makeDeposed(cell, observed.old);
  const connector = bindConnector(
    makeConnector('crm', { auth: { kind: 'oauth', user: 'admin@northwind.example' } }),
  );
  const crm = liveConnector('live-crm', { authenticated: cell.condition !== 'signIn' });
  const record = makeRecord({ ...connector.desired, kind: 'connector' }, { remoteId: crm.id });
  const compared = diffAccount(
    {
      desired: makeAccount({
        connectors: { kind: 'set', value: new Map([['crm', connector.desired]]) },
        cycles: { kind: 'set', value: new Map([['sync', desired]]) },
      }),
      state: makeState(pair, { old, observed }),
      account: liveAccount(),
      connectors: [{ kind: 'both', desired: connector, live: crm, record }],
      cycles: [makeEntry(cell, pair)],
      cyclePairs: [pair, ...(old === null ? [] : [{ kind: 'live-only' as const, ...old }])],
      deposed: new Map(old === null ? [] : [[address, [old]]]),
      templates: [syncTemplate],
      liveConnectors: [crm],
      releases: [],
      isAccountFirst: false,
      capabilities: cell.contract === 'full' ? allCapabilities : documentedCapabilities,
    },
    { fingerprint, rewrite: false },
  );
  return planRuns(decideAccount(compared));
}

function observeCell({ state, wanted, edit }: RunCell): ObservedRuns {
  const isOther = edit === 'schedule' || edit === 'both';
  const known = wanted === 'webhook' ? webhook : isOther ? daily : hourly;
  return findRunState(state).observe(known);
}

function makeDesired({ wanted, condition, contract }: RunCell): DesiredCycle {
  const schedule = wanted === 'every' || condition === 'scheduled' ? hourly : null;
  const kind = wanted === 'paused' ? 'paused' : 'active';
  const manual =
    contract === 'full' ? plainField(values.region, 'eu') : plainField(values.description, 'new');
  return makeCycle('sync', {
    activity:
      wanted === 'unmanaged' ? { kind: wanted } : { kind: 'set', value: { kind, schedule } },
    fields: condition === 'manual' ? fieldsOf(manual) : new Map(),
    mappings: [
      {
        step: 'Read',
        slot: 'parameters',
        target: 'Query',
        source: { kind: 'value', value: 'new' },
        at: at(30),
        stepAt: at(29),
      },
    ],
    ...(condition === 'renamed' ? { renamedFrom: { key: 'earlier', at: at(31) } as const } : {}),
  });
}

function makePair(cell: RunCell, desired: BoundCycle, run: ObservedRun | null): DesiredCyclePair {
  if (run === null) return { kind: 'desired-only', desired, missing: 'new' };
  const live = makeLive('live-sync', run, {
    tags: [toIdentityTag(cell.condition === 'renamed' ? 'earlier' : 'sync')],
    connectors: cell.condition === 'signIn' ? [{ id: 'live-crm', authenticated: false }] : [],
  });
  const record = withRun(makeRecord({ address, kind: 'cycle' }, { remoteId: live.id }), run);
  return {
    kind: 'both',
    desired,
    live,
    record: run.isUntracked === true ? null : { ...record, applied: listApplied(cell, run) },
  };
}

function makeDeposed(cell: RunCell, run: ObservedRun): Deposed {
  const live = makeLive('live-old', run, { name: 'old', templateId: 'template-0' });
  const record = withRun(
    makeRecord({ address: oldAddress, kind: 'cycle' }, { remoteId: live.id }),
    run,
  );
  const applied = listApplied(cell, run);
  const pause = listPauses({ own: null, old: run })[0] ?? null;
  return makeDeposedOf(
    { live, record: { ...record, applied } },
    {
      run: observeRun({ live, record, pause, startsByWebhook: false }),
      isWriteOpen: run.isStartOpen === true,
    },
  );
}

function makeLive(id: string, run: ObservedRun, more: Partial<LiveCycle>): LiveCycle {
  return liveCycle(id, {
    status: run.isActive ? 'Active' : 'Paused',
    // The service shows no schedule of a webhook.
    schedule: run.shown?.kind === 'webhook' ? null : run.shown,
    hasRun: run.sent !== null,
    ...more,
  });
}

function withRun(record: ObjectRecord, { sent, isUnknown }: ObservedRun): ObjectRecord {
  if (sent === null) return record;
  const activation = { runOnce: sent.kind === 'once' };
  const run = { schedule: sent, sent: activation, activatedAt: '2026-12-01T05:00:00Z' };
  return { ...record, run: isUnknown === true ? { ...run, isUnknown } : run };
}

// Our last values: before an edit of Git, and those of the manifest otherwise.
function listApplied(
  { wanted, edit, condition, contract }: RunCell,
  run: ObservedRun,
): ObjectRecord['applied'] {
  const asSent = (value: PlainValue): AppliedValue => ({ kind: 'plain', value, origin: 'sent' });
  const isEdited = edit === 'fields' || edit === 'both';
  const isRescheduled = edit === 'schedule' || edit === 'both';
  const lastSchedule = wanted === 'every' ? (isRescheduled ? daily : hourly) : null;
  const isOurs = run.sent !== null && run.isUnknown !== true && run.isStartOpen !== true;
  return {
    [values.template]: asSent('Sync'),
    [values.mapping]: asSent({ kind: 'value', value: isEdited ? 'before' : 'new' }),
    ...(condition === 'manual' && contract === 'full' ? { [values.region]: asSent('eu') } : {}),
    ...(condition === 'manual' && contract !== 'full'
      ? { [values.description]: asSent(null) }
      : {}),
    ...(wanted === 'unmanaged' ? {} : { [values.state]: asSent(isOurs ? 'active' : 'paused') }),
    ...(lastSchedule === null ? {} : { [values.schedule]: asSent(lastSchedule) }),
  };
}

function makeEntry(cell: RunCell, pair: DesiredCyclePair): CycleEntry {
  const { wanted, edit, contract, condition } = cell;
  const isFull = contract === 'full';
  const shape: CycleShape = shapeOf([
    liveStep('step-1', {
      name: 'Read',
      parameters: [target('query', 'Query')],
      isWebhook: wanted === 'webhook',
    }),
  ]);
  const value = edit === 'fields' || edit === 'both' ? 'before' : 'new';
  const reading: CycleDetails | null =
    pair.kind !== 'both'
      ? null
      : {
          shape: isFull ? shape : { ...shape, hidesVariables: true },
          parameters: new Map([
            ['step-1', [liveMapping('StaticValue', { targetId: 'query', value })]],
          ]),
          fields: new Map(),
        };
  const named = resolveCycleNames(pair.desired, {
    instance: reading?.shape ?? null,
    // The documented contract exports no template.
    template: isFull ? { steps: shape.steps, edges: [], variables: [] } : null,
    connectors: new Map(),
    isUnbound: false,
    isReplacing: observeCell(cell).old !== null,
  });
  const slotKeys = new Map(condition === 'signIn' ? [['Sample CRM', 'crm']] : []);
  const runState = observeRun({
    ...(pair.kind === 'both' ? pair : { live: null, record: null }),
    pause: listPauses({ ...observeCell(cell), old: null })[0] ?? null,
    startsByWebhook: hasWebhookStart(named, pair.kind === 'both' ? pair.live : null),
  });
  return { pair, named: { ...named, slotKeys }, reading, runState };
}
