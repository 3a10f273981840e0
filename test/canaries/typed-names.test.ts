import { expect, it } from 'vitest';
import { openMade, readStep, type } from '../worlds/cases/made-cycle.ts';
import { acceptIn } from '../worlds/features/accept-in.ts';
import type { TestFixture } from '../worlds/fixture.ts';
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
