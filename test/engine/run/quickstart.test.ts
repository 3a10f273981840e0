import { expect, it } from 'vitest';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import { planOf } from '../../worlds/fixture.ts';
import { openQuickstart } from '../../worlds/quickstart.ts';

it('plans and applies the quickstart, and then there is nothing to do', async () => {
  const fixture = await openQuickstart();
  const planned = await fixture.plan();
  for (const account of ['contoso', 'northwind']) planOf(planned, account);
  const outcomes = await fixture.apply({ planned });
  const diagnostics = outcomes.flatMap((item) => [
    ...item.diagnostics,
    ...item.outcomes.flatMap((one) => one.diagnostics),
  ]);
  expect(diagnostics).toEqual([]);
  expect(outcomes.every(isSuccess)).toBe(true);
  const again = await fixture.plan();
  for (const account of ['contoso', 'northwind']) {
    const { operations, changes, hasNews } = planOf(again, account);
    expect({ operations, changes, hasNews }).toEqual({
      operations: [],
      changes: [],
      hasNews: false,
    });
  }
  const drift = await fixture.drift();
  expect(drift.flatMap((item) => (item.kind === 'read' ? item.items : []))).toEqual([]);
});
