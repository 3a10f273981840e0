import { expect, it } from 'vitest';
import { runDrift } from '../../../src/engine/run/run-drift.ts';
import type { FieldPath } from '../../../src/model/address.ts';
import type { BaselineValue } from '../../../src/model/observed/baseline.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import { quickstartWorldText } from '../../emulator/support/worlds.ts';
import { openMade, readStep, type } from '../../worlds/cases/made-cycle.ts';
import { noNotes } from '../../worlds/drift-parts.ts';
import { openRunIn } from '../../worlds/features/destroy-in.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, editManifest } from '../../worlds/quickstart.ts';

// The variable has another name in mappings, and two steps have one name.
const world = quickstartWorldText
  .replace('variables: {region: eu}', 'variables: {"Sales region": eu}')
  .replace('folder: {variable: region}', 'folder: {variable: Sales region}')
  .replace(
    '      - name: Get contact\n        connector: Sample CRM\n      - name: Write file',
    '      - name: Get contact\n        connector: Sample CRM\n      - name: Get contact\n        connector: Sample CRM\n      - name: Write file',
  );

const count = (drifts: readonly DriftAccount[]) =>
  drifts.map((each) =>
    each.kind === 'read'
      ? { items: each.items.map(({ path }) => path), uncompared: each.uncompared ?? 0 }
      : each.kind,
  );

async function lookDocumented(fixture: TestFixture) {
  const run = await openRunIn(fixture, { contract: 'documented' });
  return count(await Array.fromAsync(runDrift(run, noNotes)));
}

it('counts what a service without variables and edges does not name, and reports the rest', async () => {
  const fixture = await openMade({ world });
  const [quiet] = await lookDocumented(fixture);
  expect(quiet).toMatchObject({ items: [] });
  const { found } = readStep(fixture, 'Write file');
  const target = found.method.fields.find(({ key }) => key === 'Contact.Name');
  const body = { MappingType: 'StaticValue', Value: 'typed' };
  await type(fixture, `PUT /steps/${found.id}/fieldmappings/${target?.id}`, body);
  const [drift] = await lookDocumented(fixture);
  expect(drift).toMatchObject({ items: ['steps/Write file/fields/Contact.Name'] });
  expect(drift).toMatchObject({ uncompared: expect.toSatisfy((left: number) => left > 3) });
});

it('takes the names when the service shows them, and reports nothing for it', async () => {
  const fixture = await openMade({ world });
  const { objects } = await fixture.store.readState('northwind');
  const saveObjects = [...objects.values()].map((record) =>
    record.kind === 'cycle' ? { ...record, baseline: toUnnamed(record.baseline ?? {}) } : record,
  );
  await fixture.store.update({ account: 'northwind', saveObjects });
  expect(count(await fixture.drift())).toMatchObject([{ items: [] }]);
  editManifest(fixture, 'northwind', {
    from: 'state: paused',
    to: 'state: paused, steps: {Write file: {fields: {Contact.Name: ours}}}',
  });
  await applyAll(fixture);
  expect(count(await fixture.drift())).toEqual([{ items: [], uncompared: 0 }]);
});

/** The baseline as a read without variables and edges would have made it. */
function toUnnamed(baseline: Readonly<Record<FieldPath, BaselineValue>>) {
  const members = Object.entries<BaselineValue>(baseline).filter(
    ([path]) => path !== 'edges' && !path.startsWith('variables'),
  );
  const text = JSON.stringify(Object.fromEntries(members))
    .replaceAll('"Sales region"', '"Sales_region_1a2b"')
    .replaceAll(/Get contact#(\d)/g, 'Get contact (0000-$1)');
  return JSON.parse(text) as Readonly<Record<FieldPath, BaselineValue>>;
}
