import { intervals } from '../../../model/desired/schedule.ts';
import type { StateEntry } from '../../../model/state/state-entry.ts';

type Check = (value: unknown) => boolean;

/**
 * Validates the shape of an exported record by its kind, because cyclectl trusts it after an
 * import. Skips the parts of a plan.
 */
export function isStateRecord(kind: StateEntry['kind'], record: unknown): boolean {
  return checks[kind](record);
}

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isAny: Check = (value) => value !== undefined;
const isMoment: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value);

const either =
  (...some: readonly Check[]): Check =>
  (value) =>
    some.some((check) => check(value));

const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const map =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);

/** Checks an object for these parts; ignores others. */
const shape =
  (parts: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(parts).every(([name, check]) =>
      check(Object.hasOwn(value, name) ? value[name] : undefined),
    );

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const origin = optional(oneOf('sent', 'read', 'assumed'));

const applied = either(
  shape({ kind: oneOf('plain'), value: isAny, origin }),
  shape({
    kind: oneOf('secret'),
    origin,
    written: orNull(isText),
    read: orNull(isText),
    writtenAt: optional(isText),
  }),
);

const schedule = either(
  shape({
    kind: oneOf('every'),
    every: oneOf(...Object.keys(intervals)),
    startAt: optional(isMoment),
  }),
  shape({ kind: oneOf('once'), at: isMoment }),
  shape({ kind: oneOf('webhook') }),
);

const sent = shape({
  startTime: optional(isText),
  intervalMinutes: optional(isNumber),
  runOnce: (value) => typeof value === 'boolean',
});

const isFlag = optional((value) => value === true);

const run = shape({
  schedule,
  sent,
  activatedAt: isMoment,
  isUnknown: isFlag,
  isBeforeRun: isFlag,
});

const objectKind = oneOf('account', 'connector', 'cycle');
const texts = list(isText);

const checks: Readonly<Record<StateEntry['kind'], Check>> = {
  target: shape({
    environment: isText,
    service: isText,
    address: isText,
    authAddress: optional(orNull(isText)),
  }),
  object: shape({
    address: isText,
    kind: objectKind,
    remoteId: isText,
    externalId: optional(isText),
    applied: map(applied),
    run: optional(orNull(run)),
    categories: optional(map(shape({ id: isText, name: orNull(isText) }))),
    secretPlaces: optional(texts),
    letGo: optional(list(shape({ kind: isText, remoteId: isText, secretPlaces: texts }))),
    isFound: isFlag,
    unproven: optional(isText),
    owed: optional(texts),
    waitsSince: optional(isMoment),
  }),
  create: shape({
    address: isText,
    kind: isText,
    idsBefore: texts,
    connectorIdsBefore: optional(texts),
    begunAt: isMoment,
    templateId: optional(isText),
    name: optional(isText),
    structure: optional(isText),
    madeId: optional(isText),
    secrets: optional(texts),
  }),
  pause: shape({
    address: isText,
    cycleId: isText,
    schedule,
    sent: optional(orNull(sent)),
    pausedAt: isMoment,
    reason: optional(isText),
    isBeforeRun: isFlag,
  }),
  write: shape({
    address: isText,
    operation: isText,
    does: optional(isText),
    begunAt: isMoment,
    secrets: optional(texts),
    start: optional(shape({ cycleId: isText, run })),
  }),
  run: shape({
    id: isText,
    command: isText,
    startedAt: isMoment,
    author: shape({ user: isText, host: isText }),
    commit: orNull(isText),
    approved: orNull(
      shape({ plan: isText, options: isObject, summary: map(either(isNumber, texts)) }),
    ),
    holder: isText,
    resumedAt: texts,
    approvedBy: optional(isText),
    ciRun: optional(isText),
    undoes: optional(isText),
    template: optional(isText),
    end: orNull(shape({ at: isMoment, outcome: isText, accounts: map(isNumber) })),
  }),
  'run-account': shape({
    account: isText,
    state: oneOf('planned', 'begun', 'done', 'failed', 'refused'),
    plan: orNull(
      shape({
        account: isText,
        secrets: list(isObject),
        changes: list(isObject),
        operations: list(isObject),
        expects: list(isObject),
        notices: list(isObject),
      }),
    ),
    before: list(shape({ address: isText, path: isText, was: orNull(applied), wrote: applied })),
    made: texts,
    deleted: texts,
  }),
};
