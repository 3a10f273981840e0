import fc from 'fast-check';
import type { ServiceWriter } from '../../src/model/ports.ts';
import { type FleetStep, fleetSteps, hastySteps } from './fleet/fleet-steps.ts';
import type { RolloutStep } from './fleet/rollout/rollout-step.ts';

/** One thing that goes wrong, or goes on, while a version of the manifests is to be applied. */
export type InjectedFault =
  /** An apply amid faults; a short one is allowed one delete less than it has. */
  | { readonly do: 'apply'; readonly faults: readonly number[]; readonly isShort: boolean }
  /**
   * A command that dies after its nth effect, or after the first of a name. One that died elsewhere is not known to be
   * dead.
   */
  | {
      readonly do: 'die';
      readonly command: 'apply' | 'resume';
      readonly effect: number;
      readonly after: string | null;
      readonly host: 'here' | 'elsewhere';
      readonly faults: readonly number[];
    }
  /** An apply that is stopped after its nth effect. */
  | { readonly do: 'stop'; readonly effect: number }
  | { readonly do: 'resume'; readonly faults: readonly number[] }
  /** A plan and a drift amid faults. */
  | { readonly do: 'look'; readonly faults: readonly number[] }
  /** A plan that is saved, and applied when something else has happened. */
  | { readonly do: 'saved'; readonly between: Between; readonly seed: number }
  /** Two concurrent applies; for a theft the first halts for a while. */
  | {
      readonly do: 'race';
      readonly kind: 'live' | 'silent' | 'unlocked';
      /** Calls of the first before the second begins. */
      readonly ahead: number;
      /** Seed of who goes on, call by call. */
      readonly order: number;
      readonly isPatient: boolean;
    }
  /** The store is lost when all is settled. */
  | { readonly do: 'lose'; readonly hasTwin: boolean }
  /** A console user changes something, and drift is taken back. */
  | { readonly do: 'revert'; readonly seed: number }
  /** The newest run that can be undone is undone. */
  | { readonly do: 'undo' }
  | SingleRun
  | Destroy
  /** The files of the fleet change, between what goes wrong. */
  | { readonly do: 'rows'; readonly steps: readonly FleetStep[] }
  | DestroyLeaving
  | RolloutStep
  /** Clocks jump, in minutes: the service's forwards, that of this machine and of the store anywhere. */
  | {
      readonly do: 'clock';
      readonly service: number;
      readonly machine: number;
      readonly store: number;
    };

/** `cyclectl run`: cycles that Git keeps paused run once. */
export type SingleRun = {
  readonly do: 'run';
  /** Minutes from now; 0 runs them now. */
  readonly at: number;
  /** All is applied before. */
  readonly isSettled: boolean;
  /** It dies after its nth effect; null where it lives. */
  readonly effect: number | null;
  readonly faults: readonly number[];
  /** The death or the faults are those of its cancellation; null where it is not cancelled. */
  readonly cancel: 'rough' | 'smooth' | null;
  /** How many minutes go by before the saved plan is applied again; null where it is not. */
  readonly again: number | null;
};

/** `cyclectl destroy` of some objects, and again after a death, as it says. */
export type Destroy = {
  readonly do: 'destroy';
  readonly seed: number;
  readonly isSettled: boolean;
  readonly effect: number | null;
  readonly faults: readonly number[];
};

/** `cyclectl destroy --fleet FLEET --leaving`: what is due is destroyed, unless a row stays in the meantime. */
export type DestroyLeaving = Omit<Destroy, 'do' | 'seed'> & {
  readonly do: 'leaving';
  /** Number of a row that becomes leaving first; null changes none. */
  readonly row: number | null;
  readonly stays: boolean;
};

/** Event between a plan and its apply. */
export type Between = 'nothing' | 'hand' | 'edit' | 'secret' | 'apply';

/** One version of the manifests, and what happens until all of it is applied. */
export type Turn = {
  /** Seeds of the next version of each account's manifest; 0 keeps the one before. */
  readonly edits: readonly number[];
  /** Seed of the values of secrets from now on; 0 keeps them. */
  readonly secrets: number;
  /** Seed of the secrets that have no value from now on; 0 takes none away. */
  readonly lacks: number;
  /** Fingerprints are made with another key from now on. */
  readonly isOtherKey: boolean;
  /** When all is settled, what cannot be verified is sent again. */
  readonly isRewritten: boolean;
  /** Changes in the console before, each as a number to choose by. */
  readonly consoleEdits: readonly number[];
  /** Seed of what others make in an account; 0: nothing. */
  readonly others: number;
  /** Seed of members that others change without a line in Git; 0: none. */
  readonly beside: number;
  readonly faults: readonly InjectedFault[];
  /** Changes of the fleet before the faults, from the second turn on. */
  readonly steps?: readonly FleetStep[];
};

/** The life of one simulated world. Whatever is not in it follows from its numbers. */
export type Schedule = {
  readonly world: number;
  readonly accounts: number;
  /** The service offers only what is documented. */
  readonly isDocumented: boolean;
  /** How many of the accounts are rows of a fleet, the first ones; absent where none is. */
  readonly rows?: number;
  /** The fleet has rollouts from the second turn on; absent where it has none. */
  readonly isRolledOut?: true;
  readonly turns: readonly Turn[];
};

const seed = fc.integer({ min: 1, max: 0x7fffffff });
const seedOrNone = fc.oneof(
  { arbitrary: fc.constant(0), weight: 2 },
  { arbitrary: seed, weight: 1 },
);
const faults = fc.array(fc.noShrink(seed), { maxLength: 3, size: 'max' });
/** None, or some seeds of faults of the service. */
export const someFaults = fc.oneof(fc.constant([]), faults);
const minutes = fc.constantFrom(0, 1, -1, 120, -120);

/** Effects that come late in an apply, or not in each: counting alone hardly ever ends there. */
const seldom: readonly (keyof ServiceWriter)[] = [
  'deleteConnector',
  'deleteCycle',
  'deactivateCycle',
  'activateCycle',
  'updateAccount',
  'createProperty',
];
/** A run has some effects before its first request, and two for each. */
const earlyEffects = Array.from({ length: 14 }, (_, index) => index);
const names = seldom.map((name) => `writer ${name}`);

/** Each thing that may go wrong, with how often. */
export const kinds = {
  apply: weigh(5, { do: 'apply', faults, isShort: chance(8) }),
  die: weigh(6, {
    do: 'die',
    command: fc.constantFrom('apply', 'apply', 'resume'),
    effect: fc.integer({ min: 0, max: 60 }),
    after: fc.constantFrom(...names, null, null, null, null),
    host: fc.constantFrom('here', 'here', 'elsewhere'),
    faults: someFaults,
  }),
  stop: weigh(1, { do: 'stop', effect: fc.integer({ min: 0, max: 40 }) }),
  resume: weigh(2, { do: 'resume', faults: someFaults }),
  look: weigh(1, { do: 'look', faults }),
  saved: weigh(3, {
    do: 'saved',
    between: fc.constantFrom('nothing', 'hand', 'hand', 'edit', 'secret', 'apply'),
    seed: fc.noShrink(seed),
  }),
  race: weigh(3, {
    do: 'race',
    kind: fc.constantFrom('live', 'silent', 'unlocked'),
    ahead: fc.integer({ min: 0, max: 120 }),
    order: fc.noShrink(seed),
    isPatient: fc.boolean(),
  }),
  lose: weigh(1, { do: 'lose', hasTwin: chance(40) }),
  revert: weigh(2, { do: 'revert', seed: fc.noShrink(seed) }),
  undo: weigh(2, { do: 'undo' }),
  run: weigh(3, {
    do: 'run',
    at: fc.constantFrom(0, 10, 90),
    isSettled: chance(70),
    effect: fc.constantFrom(null, null, ...earlyEffects),
    faults: someFaults,
    cancel: fc.constantFrom(null, null, 'smooth', 'rough'),
    again: fc.constantFrom(null, 0, 5, 200),
  }),
  destroy: weigh(1, {
    do: 'destroy',
    seed: fc.noShrink(seed),
    isSettled: chance(70),
    effect: fc.constantFrom(null, null, ...earlyEffects),
    faults: someFaults,
  }),
  clock: weigh(1, {
    do: 'clock',
    service: fc.constantFrom(0, 7, 131),
    machine: minutes,
    store: minutes,
  }),
};
const kindsOfFaults = Object.values(kinds);

/** A turn of a world without a fleet. */
export const turn = fc.record({
  edits: fc.array(fc.noShrink(seed), { minLength: 1, maxLength: 3, size: 'max' }),
  secrets: seedOrNone,
  lacks: fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.noShrink(seed), weight: 1 },
  ),
  isOtherKey: chance(12),
  isRewritten: chance(12),
  consoleEdits: fc.oneof(
    fc.constant([]),
    fc.array(fc.noShrink(fc.nat(9999)), { maxLength: 3, size: 'max' }),
  ),
  others: seedOrNone,
  beside: seedOrNone,
  faults: fc.array(fc.oneof(...kindsOfFaults), { minLength: 1, maxLength: 3, size: 'max' }),
});

/** Lives of worlds, each number as likely as any other; a smaller one has fewer turns and faults. */
export const schedules: fc.Arbitrary<Schedule> = fc.noBias(
  fc.record({
    world: fc.noShrink(seed),
    accounts: fc.constantFrom(1, 1, 1, 1, 2, 3),
    isDocumented: chance(12),
    turns: fc.oneof(
      { withCrossShrink: true },
      { weight: 5, arbitrary: fc.array(turn, { minLength: 1, maxLength: 2, size: 'max' }) },
      { weight: 1, arbitrary: fc.array(turn, { minLength: 3, maxLength: 3, size: 'max' }) },
    ),
  }),
);

const ofFleets = [
  weigh(8, { do: 'rows', steps: hastySteps }),
  weigh(6, {
    do: 'leaving',
    row: fc.constantFrom(null, 0, 1, 2),
    stays: chance(20),
    isSettled: chance(70),
    effect: fc.constantFrom(null, null, ...earlyEffects),
    faults: someFaults,
  }),
];
const fleetFaults = fc.array(fc.oneof(...kindsOfFaults, ...ofFleets), {
  minLength: 1,
  maxLength: 4,
  size: 'max',
});
const fleetTurn: fc.Arbitrary<Turn> = fc
  .tuple(turn, fleetFaults, fleetSteps)
  .map(([each, faults, steps]) => ({ ...each, faults, steps }));

/** Lives of worlds whose accounts are rows of a fleet, but perhaps the last one. */
export const fleetSchedules: fc.Arbitrary<Schedule> = fc.noBias(
  fc
    .record({
      world: fc.noShrink(seed),
      rows: fc.constantFrom(1, 2, 2, 3),
      isAlone: chance(70),
      isDocumented: fc.constant(false),
      turns: fc.array(fleetTurn, { minLength: 2, maxLength: 4, size: 'max' }),
    })
    .map(({ isAlone, ...each }) => {
      const accounts = isAlone ? each.rows : Math.min(each.rows + 1, 3);
      return { ...each, accounts };
    }),
);

/** One kind of fault among others. */
export function weigh<T extends { readonly do: InjectedFault['do'] }>(
  weight: number,
  { do: what, ...parts }: { readonly do: T['do'] } & Record<string, unknown>,
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<InjectedFault> } {
  const record = { do: fc.constant(what), ...parts } as Record<string, fc.Arbitrary<unknown>>;
  return { weight, arbitrary: fc.record(record) as unknown as fc.Arbitrary<InjectedFault> };
}

function chance(percent: number): fc.Arbitrary<boolean> {
  return fc.oneof(
    { arbitrary: fc.constant(false), weight: 100 - percent },
    { arbitrary: fc.constant(true), weight: percent },
  );
}
