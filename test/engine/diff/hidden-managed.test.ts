import { expect, it } from 'vitest';
import {
  adopted,
  anotherStep,
  cycleEntry,
  firstSteps,
  openAdopted,
  promoteRelease,
  upgradeInstalled,
} from '../../worlds/cases/adopted-cycle.ts';
import { openMade, readStep, type } from '../../worlds/cases/made-cycle.ts';
import { listUnmanaged } from '../../worlds/laws/member-edits.ts';
import { applyAll, editManifest, listReported } from '../../worlds/quickstart.ts';

// A secret that is the name of a step, whose mapping Git manages, or of a template.

async function openManaged() {
  const fixture = await openMade();
  editManifest(fixture, 'northwind', {
    from: 'state: paused',
    to: 'state: paused, steps: {Write file: {fields: {Contact.Name: ours}}}',
  });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  fixture.secrets.set('northwind_crm_key', 'Write file');
  return fixture;
}

it('reports a mapping that Git manages once, where the name of its step became a secret', async () => {
  const fixture = await openManaged();
  const { found } = readStep(fixture, 'Write file');
  const target = found.method.fields.find(({ key }) => key === 'Contact.Name');
  const body = { MappingType: 'StaticValue', Value: 'typed' };
  await type(fixture, `PUT /steps/${found.id}/fieldmappings/${target?.id}`, body);
  const items = (await fixture.drift()).flatMap((each) => (each.kind === 'read' ? each.items : []));
  expect(items.map(({ kind, path }) => [kind, path])).toEqual([
    ['field', 'steps/Write file/fields/Contact.Name'],
  ]);
});

it('takes what an apply wrote there as the baseline, for the time after Git releases it', async () => {
  const fixture = await openManaged();
  editManifest(fixture, 'northwind', { from: 'Contact.Name: ours', to: 'Contact.Name: next' });
  await applyAll(fixture);
  editManifest(fixture, 'northwind', {
    from: ', steps: {Write file: {fields: {Contact.Name: next}}}',
    to: '',
  });
  await applyAll(fixture);
  const items = (await fixture.drift()).flatMap((each) => (each.kind === 'read' ? each.items : []));
  expect(items).toEqual([]);
  const { objects } = await fixture.store.readState('northwind');
  const names = [...objects.values()].flatMap(({ baseline }) => Object.keys(baseline ?? {}));
  expect(names.filter((name) => name.includes('Write file'))).toEqual([]);
});

it('shows no name of a template that became a secret, where a cycle was upgraded', async () => {
  const fixture = await openAdopted(cycleEntry);
  expect(await listUnmanaged(fixture)).toEqual([]);
  promoteRelease(fixture, [...firstSteps, anotherStep]);
  upgradeInstalled(fixture);
  fixture.secrets.set('northwind_crm_key', adopted.template);
  const found = await listUnmanaged(fixture);
  expect(found).toMatchObject([{ unmanaged: { isUpgrade: true }, now: { kind: 'secret' } }]);
});
