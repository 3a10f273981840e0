import { expect, it } from 'vitest';
import { makeCanary } from '../../../canaries/register.ts';
import { searchValue } from '../../../canaries/search.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { mergeIn } from '../../../worlds/features/merge-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { editManifest, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';

it('says of a value of an alias its address, what the service has, where the alias stands and its anchor', async () => {
  const place = await openQuickstart();
  const zone = 'timezone: &zone Europe/Berlin\n  description: *zone';
  editManifest(place, 'northwind', { from: 'timezone: Europe/Berlin', to: zone });
  await place.apply();
  await touchAccount(place, { Description: 'Ours' });
  expect((await mergeIn(place, file)).diagnostics).toMatchObject([
    {
      code: 'value-of-anchor',
      address: 'northwind/description',
      summary: 'northwind/description: it is an alias, and changed in the service',
      live: { kind: 'plain', value: 'Ours' },
      at: placeOf(place, '*zone'),
      related: [{ at: placeOf(place, 'Europe/Berlin'), says: 'its anchor' }],
    },
  ]);
  await touchAccount(place, { Description: 'Europe/Berlin', Timezone: 'Europe/Lisbon' });
  expect((await mergeIn(place, file)).diagnostics).toMatchObject([
    {
      summary: 'northwind/timezone: it is an anchor of others, and changed in the service',
      live: { kind: 'plain', value: 'Europe/Lisbon' },
      related: [{ at: placeOf(place, '*zone') }],
    },
  ]);
});

it('says the same of a value that comes from a placeholder, and of no secret what the service has', async () => {
  const place = await openQuickstart();
  const project = place.manifests.get('cyclectl.yaml') ?? '';
  place.manifests.set('cyclectl.yaml', `${project}      variables: {zone: Europe/Berlin}\n`);
  const zone = ['$', '{vars.zone}'].join('');
  editManifest(place, 'northwind', { from: 'Europe/Berlin', to: zone });
  await place.apply();
  const token = makeCanary('a token in an address');
  await touchAccount(place, {
    Timezone: 'Europe/Lisbon',
    TransactionErrorWebhookUrl: `https://hooks.example.com/errors?key=${encodeURIComponent(token)}`,
  });
  const merge = await mergeIn(place, file);
  const byAddress = new Map(merge.diagnostics.map((each) => [`${each.address}`, each]));
  expect(byAddress.get('northwind/timezone')).toMatchObject({
    summary: `northwind/timezone: it comes from ${zone}, and changed in the service`,
    live: { kind: 'plain', value: 'Europe/Lisbon' },
  });
  const hook = byAddress.get('northwind/errorWebhook/url');
  expect(hook?.summary).toMatch(/^northwind\/errorWebhook\/url: the URL/);
  expect(hook).not.toHaveProperty('live');
  searchValue('what was merged and said', merge);
});

async function touchAccount(
  place: TestFixture,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id } = readLive(place, 'northwind');
  await consoleRequest(place.emulator, { method: 'PUT', path: `/v1.0/accounts/${id}`, body });
}

function placeOf(place: TestFixture, text: string) {
  const lines = place.manifests.get(file)?.split('\n') ?? [];
  const line = lines.findIndex((each) => each.includes(text));
  return { file, line: line + 1, column: (lines[line]?.indexOf(text) ?? 0) + 1 };
}
