import { expect, it } from 'vitest';
import { openMade, readStep, type } from '../worlds/cases/made-cycle.ts';
import { acceptIn } from '../worlds/features/accept-in.ts';
import { planOf, type TestFixture } from '../worlds/fixture.ts';
import { listUnmanaged } from '../worlds/laws/member-edits.ts';
import { applyAll } from '../worlds/quickstart.ts';
import { registerSecret } from './register.ts';

/** Names a step and a variable, as a person would in the console. */
async function typeNames(fixture: TestFixture, name: string): Promise<void> {
  const { path, cycle } = readStep(fixture);
  await type(fixture, `PUT ${path}`, { Name: name });
  await type(fixture, `POST ${cycle}/variables`, { DisplayName: `at ${name}`, Value: 'typed' });
}

// What the pipeline gives and what the store keeps are searched by the fixture.

it('neither shows nor keeps a secret that a person typed as the name of a step or variable', async () => {
  const fixture = await openMade();
  const secret = fixture.secrets.get('northwind_crm_key') ?? '';
  await typeNames(fixture, secret);
  const found = await listUnmanaged(fixture);
  expect(found.flatMap(({ parts = [] }) => parts).length).toBeGreaterThan(3);
  await acceptIn(fixture, { reason: 'theirs' });
  expect(await listUnmanaged(fixture)).toEqual([]);
  await applyAll(fixture);
  expect(await listUnmanaged(fixture)).toEqual([]);
});

it('keeps no name of a step or variable any longer that became a secret', async () => {
  const fixture = await openMade();
  await typeNames(fixture, 'Harmless-4711-name');
  await acceptIn(fixture, { reason: 'theirs' });
  registerSecret('northwind_crm_key', 'Harmless-4711-name');
  fixture.secrets.set('northwind_crm_key', 'Harmless-4711-name');
  expect(await listUnmanaged(fixture)).toEqual([]);
  await applyAll(fixture);
  expect(await listUnmanaged(fixture)).toEqual([]);
});

it('brings no mapping back whose text became a secret', async () => {
  const fixture = await openMade();
  const { found } = readStep(fixture, 'Write file');
  const target = found.method.fields.find(({ key }) => key === 'Contact.Name');
  const typeText = (text: string) =>
    type(fixture, `PUT /steps/${found.id}/fieldmappings/${target?.id}`, {
      MappingType: 'StaticValue',
      Value: text,
    });
  const text = 'Harmless-4712-text';
  await typeText(text);
  await acceptIn(fixture, { reason: 'theirs' });
  registerSecret('northwind_crm_key', text);
  fixture.secrets.set('northwind_crm_key', text);
  await typeText('typed');
  const [item] = await listUnmanaged(fixture);
  expect(item).toMatchObject({ before: { kind: 'secret' }, impact: 'needs-human' });
  const planned = await fixture.plan({ revert: { addresses: [], isNew: true } });
  expect(planOf(planned, 'northwind').changes).toEqual([]);
  // The next apply stores its fingerprint in its place.
  await applyAll(fixture);
});
