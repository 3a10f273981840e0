import { expect, it } from 'vitest';
import { listCells, readOutcome, toOutcome } from '../../../src/model/diff/outcome.ts';

it('reports drift where others changed a field that Git has to decide about', () => {
  const drifted = listCells().filter(
    ({ comparison, reason }) => toOutcome(comparison, reason).drift !== null,
  );
  expect(new Set(drifted.map(({ comparison }) => comparison))).toEqual(
    new Set(['live', 'both', 'unknown']),
  );
  const left = ['out-of-scope', 'ignored', 'seeded', 'observed', 'restored', 'companion'];
  expect(drifted.filter(({ reason }) => left.includes(reason))).toEqual([]);
});

it('drops a field of others from state, and keeps an ignored one as it was', () => {
  const observed = { kind: 'owned-by-others', owner: 'observed' } as const;
  const disposition = { kind: 'keep', because: observed } as const;
  expect(readOutcome({ comparison: 'live', disposition })).toEqual({
    plan: 'keeps',
    drift: null,
    notice: 'observed',
    state: 'dropped',
  });
  expect(toOutcome('same', 'ignored').state).toBe('kept');
});

it('is no drift where the service offers no request and cyclectl wrote nothing', () => {
  expect(toOutcome('unknown', 'not-offered')).toMatchObject({ drift: null, notice: 'by-hand' });
  expect(toOutcome('live', 'not-offered').drift).toBe('live');
});
