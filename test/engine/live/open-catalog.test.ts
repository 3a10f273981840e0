import { expect, it } from 'vitest';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { planOf } from '../../worlds/fixture.ts';
import { openQuickstart } from '../../worlds/quickstart.ts';

it('reads the catalog through any account that exists where it is refused without one', async () => {
  const fixture = await openQuickstart({ choices: { catalogueNeedsAccount: 'yes' } });
  fixture.emulator.control.seed([{ id: 'somebody', name: 'Somebody else' }]);
  const planned = await fixture.plan();
  expect(planned.map((account) => account.kind)).toEqual(['planned', 'planned']);
});

it('makes the accounts first where no account exists that could read the catalog', async () => {
  const fixture = await openQuickstart({ choices: { catalogueNeedsAccount: 'yes' } });
  const planned = await fixture.plan();
  expect(planned.map((each) => planOf(planned, nameOf(each)).operations.length)).toEqual([1, 1]);
  expect(planOf(planned, 'northwind').notices).toEqual([
    { kind: 'account-first', address: 'northwind' },
  ]);
  // The second account is applied as it was planned, although the first one exists by then.
  expect((await fixture.apply({ planned })).flatMap((each) => each.diagnostics)).toEqual([]);
  const [again] = (await fixture.apply({ planned })).flatMap((each) => each.diagnostics);
  expect(again).toMatchObject({
    code: 'plan-stale',
    summary: expect.stringContaining('the account exists now'),
  });
  await fixture.apply();
  expect((await fixture.plan()).map((each) => planOf([each], nameOf(each)).operations)).toEqual([
    [],
    [],
  ]);
});

function nameOf(planned: PlannedAccount): string {
  return planned.kind === 'planned' ? planned.plan.account : planned.account;
}
