import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findShare,
  type Lease,
  type LoweredRate,
  readRate,
  renewalMs,
  toLoweredRate,
} from '../../../../src/model/state/shared/lease.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

type Step =
  | { readonly does: 'renew' | 'end'; readonly id: string }
  | { readonly does: 'lower'; readonly to: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ does: fc.constant('renew'), id: fc.constantFrom(...names) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ does: fc.constant('end'), id: fc.constantFrom(...names) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('lower'),
        to: fc.double({ min: 0.1, max: 1, noNaN: true }),
      }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 60 },
);

function sum(leases: ReadonlyMap<string, Lease>): number {
  return [...leases.values()].reduce((all, { perSecond }) => all + perSecond, 0);
}

function renew(leases: Map<string, Lease>, id: string, rate: number): Lease {
  const asked = { id, isInteractive: id === 'a' || id === 'b' };
  const lease = { ...asked, perSecond: findShare(asked, rate, [...leases.values()]) };
  leases.set(id, lease);
  return lease;
}

describe('findShare', () => {
  it('never raises the sum of the shares above the rate, whatever comes, goes and is refused', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1000, noNaN: true }), steps, (most, taken) => {
        const leases = new Map<string, Lease>();
        let rate = most;
        for (const step of taken) {
          const before = sum(leases);
          if (step.does === 'end') leases.delete(step.id);
          else if (step.does === 'lower') rate = most * step.to;
          else renew(leases, step.id, rate);
          expect(sum(leases)).toBeLessThanOrEqual(Math.max(before, rate) + 1e-9 * most);
        }
        // Each process renews in turn: then everyone has some, and all together no more than the rate.
        for (const _ of [1, 2]) for (const id of leases.keys()) renew(leases, id, rate);
        for (const { perSecond } of leases.values())
          expect(perSecond).toBeGreaterThanOrEqual((rate * 0.9) / names.length - 1e-9 * most);
        expect(sum(leases)).toBeLessThanOrEqual(rate * (1 + 1e-9));
      }),
    );
  });

  it('has a reserve for a command at a terminal that starts while others use all that they may', () => {
    const leases = new Map<string, Lease>();
    for (const id of ['c', 'd', 'c', 'd']) renew(leases, id, 100);
    expect(sum(leases)).toBeCloseTo(90);
    expect(renew(leases, 'e', 100).perSecond).toBe(0);
    leases.delete('e');
    expect(renew(leases, 'a', 100).perSecond).toBeCloseTo(10);
    for (const id of ['c', 'd', 'a']) renew(leases, id, 100);
    expect(leases.get('a')?.perSecond).toBeCloseTo(40);
    expect(leases.get('c')?.perSecond).toBeCloseTo(30);
  });

  it('gives everything to a command at a terminal that is alone', () => {
    expect(findShare({ id: 'a', isInteractive: true }, 50, [])).toBe(50);
    expect(findShare({ id: 'c', isInteractive: false }, 50, [])).toBe(45);
  });
});

describe('the rate after a refusal', () => {
  it('is lowered once for what several processes saw of the same refusal', () => {
    const first = toLoweredRate(null, 100, 0);
    expect(first).toEqual({ perSecond: 85, atMs: 0 });
    expect(toLoweredRate(first, 100, renewalMs - 1)).toBe(first);
    expect(toLoweredRate(first, 100, renewalMs)?.perSecond).toBeCloseTo(72.25);
  });

  it('stays for a while, then grows to the most and no further', () => {
    const lowered: LoweredRate = { perSecond: 50, atMs: 0 };
    expect(readRate(lowered, 100, 20_000)).toBe(50);
    expect(readRate(lowered, 100, 60_000)).toBeCloseTo(74.4, 1);
    expect(readRate(lowered, 100, 600_000)).toBe(100);
    expect(readRate(null, 100, 0)).toBe(100);
  });
});
