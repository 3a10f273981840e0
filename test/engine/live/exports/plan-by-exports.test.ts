import { describe, expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import { makePlan } from '../../../../src/engine/run/planning/make-plan.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { byExports } from '../../../worlds/drift-parts.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { countKinds } from '../../run/requests/budget.ts';
import { edit, makeAuditingTrust, makeTrust, openFleet, toId, writeManifest } from './fleet.ts';

/** Plans the fleet, account by account, and counts what was asked of the service. */
async function planFleet(fixture: TestFixture, trust: ExportTrust | null = makeTrust(fixture)) {
  const { run } = await fixture.open();
  const from = fixture.emulator.requests().length;
  const exports = trust === null ? null : byExports<PlannedAccount>(trust);
  const planned = await Array.fromAsync(makePlan({ ...run, width: 1 }, exports));
  return {
    // What a plan has cost is no part of what it says.
    plans: planned.map((each) => {
      if (each.kind !== 'planned') throw new Error(JSON.stringify(each));
      return { ...each.plan, requests: null };
    }),
    kinds: countKinds(fixture.emulator.requests().slice(from)),
  };
}

function listChanging(plans: Awaited<ReturnType<typeof planFleet>>['plans']): readonly string[] {
  return plans.flatMap(({ account, operations }) => (operations.length > 0 ? [account] : []));
}

describe('a plan by exports', () => {
  it('asks two lists of an account that needs nothing, and one export for each cycle', async () => {
    const fixture = await openFleet();
    const byParts = await planFleet(fixture, null);
    const found = await planFleet(fixture);
    expect(found.plans).toEqual(byParts.plans);
    expect(listChanging(found.plans)).toEqual([]);
    const once = { 'accounts page': 1, 'catalogue page': 1, 'templates page': 1 };
    const lists = { connectors: 12, cycles: 12 };
    const parts = { steps: 12, variables: 12, parameters: 12, fields: 12 };
    expect(byParts.kinds).toEqual({ ...once, ...lists, ...parts });
    // Two accounts prove all of it. Of the step with a secret parameter others are managed.
    const proof = { steps: 2, variables: 2, parameters: 2, fields: 2 };
    expect(found.kinds).toEqual({ ...once, ...lists, ...proof, 'cycle export': 12 });
  });

  it('reads an account by its parts that needs something, with the lists that it has', async () => {
    const fixture = await openFleet();
    await edit(fixture, 11);
    const byParts = await planFleet(fixture, null);
    const quiet = await planFleet(fixture, makeTrust(fixture));
    expect(quiet.plans).toEqual(byParts.plans);
    expect(listChanging(quiet.plans)).toEqual(['a-11']);
    expect(quiet.kinds).toMatchObject({ connectors: 12, cycles: 12, 'cycle export': 12, steps: 3 });
  });

  it('plans an account again that relied on an export which was refuted since', async () => {
    const fixture = await openFleet();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles/*/export', do: 'stale' },
    ]);
    expect(listChanging((await planFleet(fixture)).plans)).toEqual([]);
    await edit(fixture, 11);
    const { trust, nth } = makeAuditingTrust(fixture);
    await edit(fixture, nth);
    const { plans } = await planFleet(fixture, trust);
    expect(trust.refuted).toContain('a-11');
    expect(listChanging(plans)).toEqual(['a-11', `a-${nth}`].sort());
    expect(plans).toEqual((await planFleet(fixture, null)).plans);
  });

  it.each([
    { exportNumbers: 'other' },
    { exportNumbers: 'shifted' },
    { exportedSlot: 'installed' },
    { exportedSlot: 'connector' },
    { exportedValues: "the template's" },
    { exportedConnectors: 'large' },
    { cycleExport: 403 },
  ] as const)('is that by parts where an export is %o', async (choices) => {
    const fixture = await openFleet(choices, { size: 6 });
    await edit(fixture, 3);
    const { plans } = await planFleet(fixture);
    expect(listChanging(plans)).toEqual(['a-3']);
    expect(plans).toEqual((await planFleet(fixture, null)).plans);
  });

  it('reads two of many accounts whole, so that values are proven that all of them share', async () => {
    const size = 50;
    // Each has a second cycle, with the variable of its template.
    const second =
      '    other: {from: {template: Contacts to Files}, displayName: Other, state: paused}\n';
    const write = (nth: number) =>
      `${writeManifest(nth).replace(/region: region .*/, 'region: same')}${second}`;
    const fixture = await openFleet({}, { size, write });
    const trust = new ExportTrust();
    const { kinds, plans } = await planFleet(fixture, trust);
    expect(listChanging(plans)).toEqual([]);
    // In the order of names a-0 and a-1 are the first ones.
    const later = Array.from({ length: size - 2 }, (_, nth) => toId(nth + 2))
      .flatMap((id) => findDumped(fixture.emulator, id)?.cycles ?? [])
      .filter(({ id, name }) => name === 'Sync' && trust.isAudited(id)).length;
    expect(later).toBeLessThan(10);
    // The steps of the last of the four cycles are proven by those before it.
    const both = { variables: 4 + later, steps: 3 + later, fields: 4 + later };
    expect(kinds).toMatchObject({
      ...both,
      connectors: size,
      cycles: size,
      'cycle export': size + 2,
    });
    expect(plans).toEqual((await planFleet(fixture, null)).plans);
  });

  it('asks no export of accounts that are not there', async () => {
    const fixture = await openFleet();
    fixture.loseStore();
    for (const [path, text] of fixture.manifests)
      fixture.manifests.set(path, text.replaceAll('.example', '.elsewhere'));
    const { kinds, plans } = await planFleet(fixture);
    expect(listChanging(plans)).toHaveLength(12);
    expect(kinds['cycle export']).toBeUndefined();
  });
});
