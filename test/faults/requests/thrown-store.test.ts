import { describe, expect, it } from 'vitest';
import { OperationalError } from '../../../src/kit/operational-error.ts';
import { listLeft, listReported } from '../../worlds/quickstart.ts';
import { drawService } from '../picture.ts';
import { applyRoughly } from '../rough-apply.ts';
import { openRunningEdit, type Scenario } from '../scenarios.ts';
import { isTried } from '../share.ts';
import type { Tap } from '../tap-ports.ts';

/** A store whose writes fail from the nth on; `amount` of them. */
function lockStore(
  nth: number,
  amount: number,
): { readonly tap: Tap; readonly count: () => number } {
  let writes = 0;
  const tap: Tap = (call, go) => {
    if (call.port !== 'store' || !call.hasEffect) return go();
    writes += 1;
    if (writes < nth || writes >= nth + amount) return go();
    throw new OperationalError('The store is locked', { remedy: 'Wait for the other process.' });
  };
  return { tap, count: () => writes };
}

const amounts = [1, 1000];

/** The writes of an apply whose store takes all. */
async function countWrites({ fixture, begin }: Scenario): Promise<number> {
  await begin();
  const { tap, count } = lockStore(Number.POSITIVE_INFINITY, 0);
  await applyRoughly(fixture, { tap });
  return count();
}

async function applyLocked(
  { fixture, begin, runsAs }: Scenario,
  lock: { readonly nth: number; readonly amount: number },
): Promise<void> {
  await begin();
  const { tap, count } = lockStore(lock.nth, lock.amount);
  const outcomes = await applyRoughly(fixture, { tap });
  const where = `locked from write ${lock.nth}`;
  expect(count(), where).toBeGreaterThanOrEqual(lock.nth);
  const reported = listReported(outcomes ?? []);
  const codes = reported.map(({ code }) => code);
  const texts = reported.map(({ code, summary }) => `${code} ${summary}`);
  expect(texts, where).toEqual([...new Set(texts)]);
  expect(codes, where).toContain('machine-trouble');
  const cycles = drawService(fixture.emulator).flatMap((account) => account.cycles);
  const paused = cycles.filter(({ name, status }) => status !== 'Active' && /files$/.test(name));
  if (paused.length > 0) expect(codes, where).toContain('left-paused');
  else expect(runsAs, where).toContainEqual(drawService(fixture.emulator));
  await fixture.apply();
  expect(listLeft(await fixture.plan()), `${where}, and applied again`).toEqual([]);
}

describe('a store that fails in the middle of an edit', () => {
  // Each write fails alone or with all after it, with CHECK_FULL=1 both.
  it.each(amounts)(
    'for %i writes leaves no mix running, says what is paused, and is repaired by the next apply',
    async (amount) => {
      const scenario = await openRunningEdit();
      const count = await countWrites(scenario);
      expect(count).toBeGreaterThan(5);
      const share = { turn: amounts.indexOf(amount), parts: amounts.length };
      for (let nth = 1; nth <= count; nth += 1) {
        if (isTried(nth, share)) await applyLocked(scenario, { nth, amount });
      }
    },
  );
});
