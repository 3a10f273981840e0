import type { Comparison, Disposition, WriteReason } from './disposition.ts';

/** A decision about a field, without its details. */
export type Reason =
  | 'none'
  | WriteReason
  | 'out-of-scope'
  | 'ignored'
  | 'seeded'
  | 'observed'
  | 'secret-unavailable'
  | 'companion-lacks-secret'
  | 'not-offered'
  | 'deferred';

/** Consequences of a comparison and a decision for the plan, drift, notices and the next state. */
export type Outcome = {
  /** `sends`: unchanged, with another field. `manual`: a person does it. `waits`: a later plan. */
  readonly plan: 'writes' | 'sends' | 'manual' | 'waits' | 'keeps';
  /** Direction of the reported drift; null for none. */
  readonly drift: DriftedComparison | null;
  readonly notice: FieldNotice | null;
  /**
   * Applied value of the next state. `assumed`: the desired one, if the object is newly bound.
   * `open`: the last one, except for the run state of a newly bound cycle.
   */
  readonly state: 'desired' | 'assumed' | 'open' | 'kept' | 'dropped';
};

type DriftedComparison = Extract<Comparison, 'live' | 'both' | 'unknown'>;

/** Notice about a field. The origin of an applied value decides how it is `unverified`. */
export type FieldNotice =
  | 'observed'
  | 'ignored'
  | 'by-hand'
  | 'not-compared'
  | 'other-key'
  | 'unverified';

type At<T> = Readonly<Partial<Record<Comparison, T>>>;

type Row = Pick<Outcome, 'plan'> & {
  readonly drift: readonly DriftedComparison[];
  readonly notices: At<FieldNotice>;
  /** The next state, where the comparison does not decide it. */
  readonly states?: At<Outcome['state']>;
  /** Comparisons that can lead to the decision. */
  readonly meets: readonly Comparison[];
};

const drifted = ['live', 'both', 'unknown'] as const;
const changed = ['git', ...drifted] as const;
const hidden = ['not-readable', 'not-compared', 'other-key'] as const;
const existing = ['same', ...changed, 'unfinished', ...hidden] as const;
// Only a run state is unfinished, and only while Git owns it.
const ofOthers = ['same', ...changed, ...hidden] as const;
// Fields that travel together are no run state. Beside one without its secret none is written.
const alongside = ['same', ...changed, 'not-readable', 'other-key'] as const;

function at<T>(comparisons: readonly Comparison[], value: T): At<T> {
  return Object.fromEntries(comparisons.map((comparison) => [comparison, value]));
}

const writes = { plan: 'writes', notices: {} } as const;
const keeps = { plan: 'keeps', drift: [], notices: {} } as const;
/** Differences of others are shown where both values are known. */
const shown = [...changed, 'other-key'] as const;
const notOffered = [...changed, 'unfinished', 'not-readable', 'new'] as const;
const noSecret = ['live', 'not-compared'] as const;

/**
 * Each decision with its consequences, in the order of the deciders; then those of later steps:
 * `companion` of withCompanions, `deferred` of withDeferred.
 */
const rows: Readonly<Record<Reason, Row>> = {
  'out-of-scope': { ...keeps, meets: [...existing, 'new'] },
  ignored: {
    ...keeps,
    notices: at(shown, 'ignored'),
    states: at(ofOthers, 'kept'),
    meets: ofOthers,
  },
  seeded: { ...keeps, meets: ofOthers },
  observed: {
    ...keeps,
    notices: at(shown, 'observed'),
    states: at(ofOthers, 'dropped'),
    meets: [...ofOthers, 'new'],
  },
  'secret-unavailable': {
    ...keeps,
    drift: drifted,
    notices: at(noSecret, 'not-compared'),
    meets: noSecret,
  },
  'companion-lacks-secret': { ...keeps, drift: drifted, meets: changed },
  'not-offered': {
    plan: 'manual',
    // An unknown difference is one that cyclectl never wrote.
    drift: ['live', 'both'],
    notices: at(notOffered, 'by-hand'),
    states: { 'not-readable': 'kept' },
    meets: notOffered,
  },
  restored: { ...writes, drift: [], meets: [...changed, 'unfinished'] },
  'pending-seed': { ...writes, drift: drifted, meets: [...changed, 'unfinished', 'new'] },
  new: { ...writes, drift: [], meets: ['new'] },
  unfinished: { ...writes, drift: [], meets: ['unfinished'] },
  differs: { ...writes, drift: drifted, meets: changed },
  companion: { plan: 'sends', drift: [], notices: {}, meets: alongside },
  deferred: {
    plan: 'waits',
    drift: drifted,
    notices: {},
    meets: [...changed, 'unfinished', 'not-compared'],
  },
  none: {
    ...keeps,
    notices: { 'not-readable': 'unverified', 'other-key': 'other-key' },
    meets: ['same', ...hidden],
  },
};

/** The next state by comparison alone. */
const states: Readonly<Record<Comparison, Outcome['state']>> = {
  same: 'desired',
  git: 'open',
  live: 'open',
  both: 'open',
  unknown: 'open',
  unfinished: 'open',
  'not-readable': 'assumed',
  'not-compared': 'assumed',
  'other-key': 'open',
  new: 'open',
};

/** Reads the consequences for a field. */
export function readOutcome(field: {
  readonly comparison: Comparison;
  readonly disposition: Disposition;
}): Outcome {
  return toOutcome(field.comparison, toReason(field.disposition));
}

/** Returns whether a field was changed outside Git, and Git is to decide about it. */
export function isDrift(field: Parameters<typeof readOutcome>[0]): boolean {
  return readOutcome(field).drift !== null;
}

/** Computes one cell of the table. */
export function toOutcome(comparison: Comparison, reason: Reason): Outcome {
  const { plan, drift, notices, states: own = {} } = rows[reason];
  return {
    plan,
    drift: drift.find((each) => each === comparison) ?? null,
    notice: notices[comparison] ?? null,
    state: own[comparison] ?? states[comparison],
  };
}

/** Lists the comparisons and decisions that can meet. */
export function listCells(): readonly {
  readonly comparison: Comparison;
  readonly reason: Reason;
}[] {
  return (Object.keys(rows) as Reason[]).flatMap((reason) =>
    rows[reason].meets.map((comparison) => ({ comparison, reason })),
  );
}

/** Shortens a decision to its reason. */
export function toReason(disposition: Disposition): Reason {
  if (disposition.kind === 'none') return 'none';
  if (disposition.kind === 'write') return disposition.because;
  const { because } = disposition;
  return because.kind === 'owned-by-others' ? because.owner : because.kind;
}
