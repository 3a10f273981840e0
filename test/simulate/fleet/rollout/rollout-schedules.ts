import fc from 'fast-check';
import { kinds, type Schedule, someFaults, turn, weigh } from '../../schedule.ts';
import { fleetSteps, hastySteps } from '../fleet-steps.ts';

const step = {
  do: 'rollout',
  effect: fc.oneof(
    { arbitrary: fc.constant(null), weight: 3 },
    { arbitrary: fc.integer({ min: 0, max: 40 }), weight: 2 },
  ),
  host: fc.constantFrom('here', 'here', 'elsewhere'),
  faults: someFaults,
  byHand: fc.constant([]),
  isSettled: fc.constant(false),
} as const;
const byHand = fc.oneof(
  { arbitrary: fc.constant([]), weight: 5 },
  { arbitrary: fc.array(fc.noShrink(fc.nat(9999)), { minLength: 1, maxLength: 2 }), weight: 1 },
);
const opening = {
  ...step,
  isSettled: fc.boolean(),
  command: fc.constantFrom('open', 'open', 'open', 'replace'),
};
const { apply, die, stop, resume, look, saved, race, clock, revert } = kinds;
const other = fc.oneof(
  ...[apply, die, stop, resume, look, saved, race, clock, revert],
  weigh(8, { do: 'rows', steps: hastySteps }),
  weigh(50, { ...step, byHand, command: fc.constant('continue') }),
  weigh(4, opening),
  weigh(2, { ...step, command: fc.constant('stop') }),
  weigh(6, { ...step, command: fc.constantFrom('pause', 'resume', 'approve') }),
  weigh(8, { ...step, byHand, command: fc.constant('undo') }),
  weigh(8, { ...step, command: fc.constant('runs') }),
);
const faults = fc
  .tuple(weigh(1, opening).arbitrary, fc.array(other, { minLength: 2, maxLength: 6, size: 'max' }))
  .map((both) => both.flat());

// A rollout has something to bring.
const seed = fc.noShrink(fc.integer({ min: 1, max: 0x7fffffff }));
const steps = fc
  .tuple(
    fc.record({ do: fc.constantFrom('line', 'line', 'blueprint'), seed }),
    fc.oneof(fleetSteps, fc.constant([])),
  )
  .map((both) => both.flat());
const first = turn.map((each) => ({ ...each, faults: [] }));
const next = fc
  .tuple(turn, faults, steps)
  .map(([each, all, changes]) => ({ ...each, faults: all, steps: changes }));

/** Lives of worlds whose accounts are rows of a fleet that is rolled out from the second turn on. */
export const rolloutSchedules: fc.Arbitrary<Schedule> = fc.noBias(
  fc
    .record({
      world: seed,
      rows: fc.constantFrom(2, 3, 3, 4),
      first,
      others: fc.array(next, { minLength: 1, maxLength: 2, size: 'max' }),
    })
    .map(({ world, rows, first: begin, others }) => ({
      ...{ world, rows, accounts: rows },
      isDocumented: false,
      isRolledOut: true,
      turns: [begin, ...others],
    })),
);
