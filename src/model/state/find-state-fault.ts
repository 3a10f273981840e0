import { type Shape, type ShapeFault, shapes } from '../../kit/json/shapes.ts';
import { valueShapes } from '../fields/value-shapes.ts';
import { accountPlanShape } from '../plan/account-plan-shape.ts';
import { rolloutAccountStates } from './rollout.ts';
import type { StateEntry } from './state-entry.ts';

/**
 * Finds the first part of a state record with another shape than its kind; null if there is none.
 * Plan, apply and drift trust a record of that shape.
 */
export function findStateFault(
  kind: StateEntry['kind'],
  record: unknown,
  pointer: string,
): ShapeFault | null {
  return records[kind](record, pointer);
}

const { text, texts, number, flag, mark, moment } = shapes;

const { oneOf, orNull, optional, list, map, object } = shapes;

const { member, schedule, stored } = valueShapes;

export const sent = object({
  startTime: optional(text),
  intervalMinutes: optional(number),
  runOnce: flag,
});

const lastingRun = {
  schedule,
  sent,
  activatedAt: moment,
  isUnknown: mark,
  isBeforeRun: mark,
  isOver: mark,
};
export const run = object({ ...lastingRun, earlier: optional(orNull(object(lastingRun))) });

const runCount = object({ ended: number, failed: number, errors: texts });

const textsOrNumber: Shape = (value, pointer) =>
  typeof value === 'number' ? null : texts(value, pointer);

const records: Readonly<Record<StateEntry['kind'], Shape>> = {
  target: object({
    environment: text,
    service: text,
    address: text,
    authAddress: optional(orNull(text)),
  }),
  object: object({
    address: text,
    kind: oneOf('account', 'connector', 'cycle'),
    remoteId: text,
    externalId: optional(text),
    applied: map(stored),
    run: optional(orNull(run)),
    categories: optional(map(object({ id: text, name: orNull(text) }))),
    secretPlaces: optional(texts),
    letGo: optional(list(object({ kind: text, remoteId: text, secretPlaces: texts }))),
    isProtected: mark,
    isFound: mark,
    unproven: optional(text),
    owed: optional(texts),
    waitsSince: optional(moment),
    leavingSince: optional(moment),
    baseline: optional(map(member)),
  }),
  create: object({
    address: text,
    kind: text,
    idsBefore: texts,
    connectorIdsBefore: optional(texts),
    begunAt: moment,
    templateId: optional(text),
    name: optional(text),
    structure: optional(text),
    madeId: optional(text),
    secrets: optional(texts),
  }),
  pause: object({
    address: text,
    cycleId: text,
    schedule,
    sent: optional(orNull(sent)),
    pausedAt: moment,
    reason: optional(text),
    isBeforeRun: mark,
  }),
  write: object({
    address: text,
    operation: text,
    does: optional(text),
    begunAt: moment,
    secrets: optional(texts),
    start: optional(object({ cycleId: text, run })),
  }),
  run: object({
    id: text,
    command: text,
    startedAt: moment,
    author: object({ user: text, host: text }),
    commit: orNull(text),
    approved: orNull(object({ plan: text, options: object({}), summary: map(textsOrNumber) })),
    holder: text,
    resumedAt: texts,
    approvedBy: optional(text),
    ciRun: optional(text),
    undoes: optional(text),
    template: optional(text),
    reason: optional(text),
    end: orNull(object({ at: moment, outcome: text, accounts: map(number) })),
  }),
  revocations: map(moment),
  'run-account': object({
    account: text,
    state: oneOf('planned', 'begun', 'done', 'failed', 'refused'),
    plan: orNull(accountPlanShape),
    before: list(object({ address: text, path: text, was: orNull(stored), wrote: stored })),
    made: texts,
    deleted: texts,
  }),
  revision: object({ digest: text, fleet: text, blueprint: text, files: map(text) }),
  fleet: object({ fleet: text, revision: text }),
  admission: object({ account: text, fleet: text, revision: orNull(text), at: moment }),
  rollout: object({
    id: text,
    fleet: text,
    revision: text,
    from: orNull(text),
    openedAt: moment,
    waves: list(object({ name: text, accounts: number })),
    budget: object({ kind: oneOf('count', 'percent'), most: number }),
    approved: object({ options: object({}), summary: map(textsOrNumber) }),
    seal: text,
    gate: optional(
      object({
        evidence: orNull(object({ percent: number, withinMs: number })),
        errors: flag,
        checks: flag,
        approval: flag,
      }),
    ),
    windows: optional(list(object({ days: optional(texts), from: text, to: text }))),
    admitted: number,
    passed: optional(number),
    approvedWaves: optional(number),
    state: oneOf('open', 'paused', 'stopped', 'done', 'undoing', 'undone'),
    onFailure: optional(oneOf('undo')),
    pausedFor: optional(text),
    endedFor: optional(text),
  }),
  'rollout-account': object({
    account: text,
    wave: number,
    state: oneOf(...rolloutAccountStates),
    from: orNull(text),
    approved: list(
      object({
        verb: text,
        object: text,
        path: orNull(text),
        before: orNull(object({ kind: text })),
        after: orNull(object({ kind: text })),
      }),
    ),
    timezone: optional(text),
    before: optional(runCount),
    appliedAt: optional(moment),
    unverified: optional(number),
    runs: optional(runCount),
  }),
};
