import { expect, it } from 'vitest';
import { makeCanary } from '../../../canaries/register.ts';
import { searchValue } from '../../../canaries/search.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { mergeIn } from '../../../worlds/features/merge-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { editManifest, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const file = 'accounts/northwind.yaml';

it('says of a value of an alias its address, what the service has, where the alias stands and its anchor', async () => {
  const fixture = await openQuickstart();
  const zone = 'timezone: &zone Europe/Berlin\n  description: *zone';
  editManifest(fixture, 'northwind', { from: 'timezone: Europe/Berlin', to: zone });
  await fixture.apply();
  await touchAccount(fixture, { Description: 'Ours' });
  expect((await mergeIn(fixture, file)).diagnostics).toMatchObject([
    {
      code: 'value-of-anchor',
      address: 'northwind/description',
      summary: 'northwind/description: it is an alias, and changed in the service',
      live: { kind: 'plain', value: 'Ours' },
      at: placeOf(fixture, '*zone'),
      related: [{ at: placeOf(fixture, 'Europe/Berlin'), says: 'its anchor' }],
    },
  ]);
  await touchAccount(fixture, { Description: 'Europe/Berlin', Timezone: 'Europe/Lisbon' });
  expect((await mergeIn(fixture, file)).diagnostics).toMatchObject([
    {
      summary: 'northwind/timezone: it is an anchor of others, and changed in the service',
      live: { kind: 'plain', value: 'Europe/Lisbon' },
      related: [{ at: placeOf(fixture, '*zone') }],
    },
  ]);
});

it('says the same of a value that comes from a placeholder, and of no secret what the service has', async () => {
  const fixture = await openQuickstart();
  const project = fixture.manifests.get('cyclectl.yaml') ?? '';
  fixture.manifests.set('cyclectl.yaml', `${project}      variables: {zone: Europe/Berlin}\n`);
  const zone = ['$', '{vars.zone}'].join('');
  editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: zone });
  await fixture.apply();
  const token = makeCanary('a token in an address');
  await touchAccount(fixture, {
    Timezone: 'Europe/Lisbon',
    TransactionErrorWebhookUrl: `https://hooks.example.com/errors?key=${encodeURIComponent(token)}`,
  });
  const merge = await mergeIn(fixture, file);
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
  fixture: TestFixture,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id } = readLive(fixture, 'northwind');
  await consoleRequest(fixture.emulator, { method: 'PUT', path: `/v1.0/accounts/${id}`, body });
}

function placeOf(fixture: TestFixture, text: string) {
  const lines = fixture.manifests.get(file)?.split('\n') ?? [];
  const line = lines.findIndex((each) => each.includes(text));
  return { file, line: line + 1, column: (lines[line]?.indexOf(text) ?? 0) + 1 };
}
