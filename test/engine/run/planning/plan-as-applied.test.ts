import { describe, expect, it } from 'vitest';
import { makePlan } from '../../../../src/engine/run/planning/make-plan.ts';
import type { Refresh } from '../../../../src/model/plan/plan.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { edit, openFleet, toId } from '../../live/exports/fleet.ts';
import { countKinds } from '../requests/budget.ts';

/** Plans the fleet, and counts what was asked of the service. */
async function planFleet(fixture: TestFixture, refresh?: Exclude<Refresh, 'full'>) {
  const { run } = await fixture.open();
  const from = fixture.emulator.requests().length;
  const chosen = refresh === undefined ? run : { ...run, refresh };
  const planned = await Array.fromAsync(makePlan(chosen));
  const plans = planned.map((each) => {
    if (each.kind !== 'planned') throw new Error(JSON.stringify(each));
    return each.plan;
  });
  return { plans, kinds: countKinds(fixture.emulator.requests().slice(from)) };
}

const once = { 'accounts page': 1, 'catalogue page': 1, 'templates page': 1 };

function editManifest(fixture: TestFixture, nth: number): void {
  const file = `accounts/a-${nth}.yaml`;
  const written = fixture.manifests.get(file) ?? '';
  fixture.manifests.set(file, written.replace('every: 1h', 'every: 2h'));
}

describe('a plan that reads lists alone', () => {
  it('asks two lists of an account that is as it was applied, and names the cycles', async () => {
    const fixture = await openFleet();
    const { plans, kinds } = await planFleet(fixture, 'lists');
    expect(kinds).toEqual({ ...once, connectors: 12, cycles: 12 });
    const full = await planFleet(fixture);
    for (const [at, plan] of plans.entries()) {
      expect(plan.notRead).toEqual([`${plan.account}/cycles/sync`]);
      expect({ ...full.plans[at], requests: null, notRead: plan.notRead }).toEqual({
        ...plan,
        requests: null,
      });
    }
  });

  it('reads all of an account whose manifest changed, and of one whose lists show a change', async () => {
    const fixture = await openFleet();
    editManifest(fixture, 3);
    const account = toId(5);
    const connector = findDumped(fixture.emulator, account)?.connectors[0];
    await consoleRequest(fixture.emulator, {
      method: 'PUT',
      path: `/v1.0/account/connectors/${connector?.id}`,
      body: { Name: 'renamed by hand' },
      account,
    });
    const { plans, kinds } = await planFleet(fixture, 'lists');
    const changing = plans.filter(({ operations }) => operations.length > 0);
    expect(changing.map(({ account: key }) => key)).toEqual(['a-3', 'a-5']);
    expect(changing.map(({ notRead }) => notRead)).toEqual([undefined, undefined]);
    expect(kinds).toMatchObject({ connectors: 12, cycles: 12, steps: 2, fields: 2 });
  });

  it('takes what is inside a cycle as applied, and the next full plan does not', async () => {
    const fixture = await openFleet();
    await edit(fixture, 7);
    const account = toId(7);
    const cycle = findDumped(fixture.emulator, account)?.cycles[0];
    const path = `/v1.0/cycles/${cycle?.id}/activate`;
    const body = { StartTime: '2026-12-01T05:00:00Z', Interval: 60 };
    await consoleRequest(fixture.emulator, { method: 'PUT', path, body, account });
    const { plans } = await planFleet(fixture, 'lists');
    expect(plans.flatMap(({ changes }) => changes)).toEqual([]);
    const full = await planFleet(fixture);
    expect(full.plans.find(({ account: key }) => key === 'a-7')?.changes).not.toEqual([]);
  });
});

describe('a plan that reads changed accounts alone', () => {
  it('asks nothing of an account that is as it was applied', async () => {
    const fixture = await openFleet();
    const { plans, kinds } = await planFleet(fixture, 'changed');
    expect(kinds).toEqual(once);
    expect(plans.map(({ notRead }) => notRead)).toEqual(plans.map(({ account }) => [account]));
    const full = await planFleet(fixture);
    for (const [at, plan] of plans.entries())
      expect(plan).toEqual({
        ...full.plans[at],
        notRead: [plan.account],
        // Nothing was asked for that the service would not show.
        notReadable: 0,
        requests: { plan: 0, apply: 0 },
      });
  });

  it('reads all of an account that changed in Git, whose secret changed, or that is not settled', async () => {
    const fixture = await openFleet();
    editManifest(fixture, 3);
    const { plans, kinds } = await planFleet(fixture, 'changed');
    expect(
      plans.filter(({ notRead }) => notRead === undefined).map(({ account }) => account),
    ).toEqual(['a-3']);
    expect(kinds).toMatchObject({ connectors: 1, cycles: 1, steps: 1, fields: 1 });
    fixture.secrets.set('KEY', 'another-key-not-a-secret');
    const rotated = await planFleet(fixture, 'changed');
    expect(rotated.plans.every(({ notRead }) => notRead === undefined)).toBe(true);
    fixture.loseStore();
    const lost = await planFleet(fixture, 'changed');
    expect(lost.plans.every(({ notRead }) => notRead === undefined)).toBe(true);
  });

  it('reads an account whose manifest has the id of another one, which is refused', async () => {
    const fixture = await openFleet();
    const file = 'accounts/a-3.yaml';
    const written = fixture.manifests.get(file) ?? '';
    fixture.manifests.set(file, written.replace('id: a-3.example', 'id: a-3.elsewhere'));
    const { run } = await fixture.open();
    for (const refresh of ['lists', 'changed'] as const) {
      const planned = await Array.fromAsync(makePlan({ ...run, refresh }));
      expect(planned.filter(({ kind }) => kind === 'unplanned')).toMatchObject([
        { account: 'a-3', diagnostics: [{ code: 'account-id-changed' }] },
      ]);
    }
  });

  it('plans what a full plan does of accounts that changed', async () => {
    const fixture = await openFleet();
    for (const nth of [0, 4, 11]) editManifest(fixture, nth);
    const found = await planFleet(fixture, 'changed');
    const full = await planFleet(fixture);
    const changing = (plans: typeof full.plans) =>
      plans.filter(({ operations }) => operations.length > 0);
    expect(changing(found.plans)).toEqual(changing(full.plans));
    expect(changing(full.plans)).toHaveLength(3);
  });
});
