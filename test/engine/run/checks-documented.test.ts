import { expect, it } from 'vitest';
import { openDocumented } from '../../guarantees/open-documented.ts';
import { editManifest } from '../../worlds/quickstart.ts';

it('checks connectors, and makes custom categories, where the service offers only what is documented', async () => {
  const fixture = await openDocumented();
  const check = '{method: Get contact, safe: true, parameters: {contactId: c-2}}';
  editManifest(fixture, 'northwind', {
    from: 'properties: {region: eu}',
    to: `properties: {region: eu}\n      checks: [${check}]\n      customCategories: {ledgers: Ledgers}`,
  });
  const outcomes = await fixture.apply();
  const checks = outcomes.flatMap((outcome) => outcome.checks ?? []);
  expect(checks).toEqual([
    {
      address: 'northwind/connectors/crm',
      kind: 'checked',
      results: [{ method: 'Get contact', result: 'passed', status: 200, diagnostics: [] }],
    },
  ]);
  const state = await fixture.store.readState('northwind');
  const crm = [...state.objects.values()].find(({ address }) => address.endsWith('/crm'));
  expect(crm?.categories).toHaveProperty('ledgers');
  const again = await fixture.plan();
  expect(again.flatMap((each) => (each.kind === 'planned' ? each.plan.operations : []))).toEqual(
    [],
  );
});
