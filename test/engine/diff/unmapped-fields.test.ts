import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/model/plan/operation.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { findDumped, labelDumped } from '../../worlds/console/dumped.ts';
import { exportAccounts } from '../../worlds/features/export-accounts.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { editManifest, listLeft, openQuickstart, quickstartIds } from '../../worlds/quickstart.ts';

// A field that was never mapped reads as Ignore (SERVICE L [Q2][Q3]), or null, as clients were told before.

const total = /"\[orders\]\.total": .*/;

function listOperations(planned: readonly PlannedAccount[]): readonly Operation[] {
  return planned.flatMap((each) => (each.kind === 'planned' ? each.plan.operations : []));
}

function readTotal({ emulator }: TestFixture): string | undefined {
  const cycle = findDumped(emulator, quickstartIds.contoso)?.cycles.find(
    ({ name }) => name === 'Orders in',
  );
  const write = cycle === undefined ? undefined : labelDumped(cycle).get('Write file');
  const field = write?.method.fields.find(({ key }) => key === '[orders].total');
  return write?.mappings[field?.id ?? 0]?.type;
}

describe.each(['Ignore', 'null'] as const)('where a field that was never mapped is %s', (shape) => {
  it('an ignored field is written where it has a mapping and nowhere else, and comes to rest', async () => {
    const fixture = await openQuickstart({ choices: { unmappedField: shape } });
    await fixture.apply();
    const never = '"[orders].[lines].quantity": {ignore: true}';
    editManifest(fixture, 'contoso', { from: total, to: `$&\n            ${never}` });
    expect(listOperations(await fixture.plan())).toEqual([]);
    editManifest(fixture, 'contoso', { from: total, to: '"[orders].total": {ignore: true}' });
    const planned = await fixture.plan();
    const written = listOperations(planned).filter(({ action }) => action.kind === 'set-mapping');
    expect(written).toHaveLength(1);
    await fixture.apply({ planned });
    expect(readTotal(fixture)).toBe('Ignore');
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(
      (await fixture.drift()).flatMap((each) => ('changes' in each ? each.changes : [])),
    ).toEqual([]);
  });

  it('a full export names the field that its template maps, and none that was never mapped', async () => {
    const fixture = await openQuickstart({ choices: { unmappedField: shape } });
    editManifest(fixture, 'contoso', { from: total, to: '"[orders].total": {ignore: true}' });
    await fixture.apply();
    for (const key of Object.keys(quickstartIds)) fixture.manifests.delete(`accounts/${key}.yaml`);
    fixture.loseStore();
    await exportAccounts(fixture, { isFull: true });
    const text = [...fixture.manifests.values()].join('\n');
    expect(text.match(/.*ignore: true.*/g)?.map((line) => line.trim())).toEqual([
      '"[orders].total": {ignore: true}',
    ]);
  });
});
