import { describe, expect, it } from 'vitest';
import { ExportTrust } from '../../../../src/engine/live/exports/export-trust.ts';
import type { ExportedCycle } from '../../../../src/model/live/exported-cycle.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { edit, listEdited, look, makeAuditingTrust, openFleet, sweep, toId } from './fleet.ts';

/** Lets a cache hold each export as it is now. */
async function cacheExports(fixture: TestFixture): Promise<void> {
  fixture.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/cycles/*/export', do: 'stale' },
  ]);
  expect((await look(fixture)).items).toEqual([]);
}

describe('audits of exports', () => {
  it('read one cycle in twenty both ways, and each within twenty days', () => {
    const ids = Array.from({ length: 2_000 }, (_, nth) => `cycle ${nth}`);
    const days = Array.from({ length: 20 }, (_, nth) => new ExportTrust(20_784 + nth));
    const audited = days.map((trust) => ids.filter((id) => trust.isAudited(id)));
    expect(audited.flat().sort()).toEqual(ids.sort());
    for (const { length } of audited) expect(Math.abs(length - 100)).toBeLessThan(40);
  });

  it('cost the parts of a cycle after the proof', async () => {
    const fixture = await openFleet();
    const without = await look(fixture);
    const found = await look(fixture, makeAuditingTrust(fixture).trust);
    expect(found.items).toEqual([]);
    const { steps = 0, edges = 0, variables = 0, parameters = 0, fields = 0 } = without.kinds;
    // Each cycle has one list with a secret, which is read anyway.
    expect(found.kinds).toEqual({
      ...without.kinds,
      steps: steps + 1,
      edges: edges + 1,
      variables: variables + 1,
      parameters: parameters + 2,
      fields: fields + 1,
    });
  });

  it('find an export that is older than its cycle, and have all read again that relied on such', async () => {
    const fixture = await openFleet();
    await cacheExports(fixture);
    await edit(fixture, 11);
    const { trust, nth } = makeAuditingTrust(fixture);
    await edit(fixture, nth);
    const edited = [...listEdited(11), ...listEdited(nth)].sort();
    expect((await look(fixture, trust)).items).toEqual(edited);
    expect(trust.refuted).toContain('a-11');
    expect(trust.refuted).not.toContain(`a-${nth}`);
  });

  it('find an export without a step that its cycle has, and stop them all', async () => {
    const fixture = await openFleet();
    const { run } = await fixture.open();
    await edit(fixture, 11);
    const { trust, nth } = makeAuditingTrust(fixture);
    const lacking = findDumped(fixture.emulator, toId(nth))?.cycles[0]?.id;
    const reader = withExported(run.context.reader, (exported, cycle) =>
      cycle === lacking ? { ...exported, steps: exported.steps.slice(1) } : exported,
    );
    const found = await sweep({ ...run, context: { ...run.context, reader } }, trust);
    expect(trust.whyOff).toContain('other steps');
    expect(trust.refuted).toContain('a-11');
    expect(found.flatMap((each) => (each.kind === 'read' ? each.items : []))).toHaveLength(7);
  });

  it('find an export that leaves out the variables of a cycle', async () => {
    const fixture = await openFleet();
    const { run } = await fixture.open();
    const { trust, nth } = makeAuditingTrust(fixture);
    const lacking = [11, nth].map(
      (each) => findDumped(fixture.emulator, toId(each))?.cycles[0]?.id,
    );
    const reader = withExported(run.context.reader, (exported, cycle) =>
      lacking.includes(cycle) ? { ...exported, variables: [] } : exported,
    );
    const found = await sweep({ ...run, context: { ...run.context, reader } }, trust);
    expect(trust.refuted).toContain('a-11');
    expect(found.flatMap((each) => (each.kind === 'read' ? each.items : []))).toEqual([]);
  });
});

type Reader = Awaited<ReturnType<TestFixture['open']>>['run']['context']['reader'];

function withExported(
  reader: Reader,
  change: (exported: ExportedCycle, cycle: string) => ExportedCycle,
): Reader {
  return {
    ...reader,
    readExportedCycle: async (account, cycle) => {
      const answer = await reader.readExportedCycle(account, cycle);
      if (!answer.ok || answer.value === null) return answer;
      return { ok: true, value: change(answer.value, cycle) };
    },
  };
}
