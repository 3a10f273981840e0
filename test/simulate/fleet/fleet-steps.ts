import fc from 'fast-check';
import type { FleetRow } from './written-fleet.ts';

/** One change of the files of a fleet; a row is chosen by a number. */
export type FleetStep =
  /** A cell of an input, or what a condition asks for. */
  | { readonly do: 'cell' | 'condition'; readonly row: number; readonly seed: number }
  | { readonly do: 'state'; readonly row: number; readonly to: FleetRow['state'] }
  /** A row is removed from the table, or comes back. */
  | { readonly do: 'row'; readonly row: number }
  /** One line of the blueprint, or a new version of it. */
  | { readonly do: 'line' | 'blueprint'; readonly seed: number }
  /** An override comes, changes or goes. */
  | { readonly do: 'override'; readonly row: number; readonly seed: number }
  | { readonly do: 'grace'; readonly days: number };

const seed = fc.noShrink(fc.integer({ min: 1, max: 0x7fffffff }));
const row = fc.nat(5);

/** Steps that may happen between an apply and its resume. */
const hasty: readonly fc.Arbitrary<FleetStep>[] = [
  fc.record({ do: fc.constantFrom('cell', 'condition', 'condition'), row, seed }),
  fc.record({
    do: fc.constant('state'),
    row,
    to: fc.constantFrom('active', 'active', 'paused', 'leaving', 'leaving'),
  }),
  fc.record({ do: fc.constant('line'), seed }),
  fc.record({ do: fc.constant('override'), row, seed }),
];
const calm: readonly fc.Arbitrary<FleetStep>[] = [
  fc.record({ do: fc.constant('row'), row }),
  fc.record({ do: fc.constant('blueprint'), seed }),
  fc.record({ do: fc.constant('grace'), days: fc.constantFrom(0, 0, 30) }),
];

/** Changes of a fleet amid the faults of a turn. */
export const hastySteps = fc.array(fc.oneof(...hasty), { minLength: 1, maxLength: 2, size: 'max' });

/** Changes of a fleet before the faults of a turn. */
export const fleetSteps = fc.array(fc.oneof(...hasty, ...calm), {
  minLength: 1,
  maxLength: 4,
  size: 'max',
});

/** A step as a person reads it. */
export function formatStep({ do: what, ...rest }: FleetStep): string {
  return [what, ...Object.entries(rest).map(([name, value]) => `${name} ${value}`)].join(' ');
}
