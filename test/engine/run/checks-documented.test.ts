import { expect, it } from 'vitest';
import { openDocumented } from '../../guarantees/open-documented.ts';
import { editManifest } from '../../worlds/quickstart.ts';

it('checks connectors, and makes custom categories, where the service offers only what is documented', async () => {
  const place = await openDocumented();
  const check = '{method: Get contact, safe: true, parameters: {contactId: c-2}}';
  editManifest(place, 'northwind', {
    from: 'properties: {region: eu}',
    to: `properties: {region: eu}\n      checks: [${check}]\n      customCategories: {ledgers: Ledgers}`,
  });
  const outcomes = await place.apply();
  const checks = outcomes.flatMap((outcome) => outcome.checks ?? []);
  expect(checks).toEqual([
    {
      address: 'northwind/connectors/crm',
      kind: 'checked',
      results: [{ method: 'Get contact', result: 'passed', status: 200, diagnostics: [] }],
    },
  ]);
  const state = await place.store.readState('northwind');
  const crm = [...state.objects.values()].find(({ address }) => address.endsWith('/crm'));
  expect(crm?.categories).toHaveProperty('ledgers');
  const again = await place.plan();
  expect(again.flatMap((each) => (each.kind === 'planned' ? each.plan.operations : []))).toEqual(
    [],
  );
});
