import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { WrittenCycle } from '../../../src/model/manifest/manifest.generated.ts';
import { openFixture } from '../../worlds/fixture.ts';
import { applyAll } from '../../worlds/quickstart.ts';

// Each new cycle is looked at before it starts, and that look is at this cycle alone: what an apply asks
// of the service grows with its cycles and not with their square.

/** Sign-in, account and its two connectors; the plan, the fresh look and the last one, cycles aside. */
const shared = 16;
/** Install 2, name and tag 2, slots 2, mapping 3, look before the start 5, start 3, last look 7. */
const each = 24;

it.each([1, 20])('a first apply of %i cycles asks the same for each of them', async (count) => {
  const fixture = await openFixture({
    manifests: { 'accounts/northwind.yaml': writeManifest(count) },
    secrets: { KEY: 'a-key-not-a-secret' },
  });
  await applyAll(fixture);
  const requests = fixture.emulator.requests().length;
  await fixture.close();
  expect(requests).toBe(shared + each * count);
});

function writeManifest(count: number): string {
  const crm = { connector: { name: 'Sample CRM' }, auth: { apiKey: { env: 'KEY' } } };
  const files = {
    connector: { name: 'Sample File Store' },
    authentication: 'API key',
    auth: { apiKey: { env: 'KEY' } },
    properties: { rootFolder: '/in' },
  };
  const cycles = Object.fromEntries(
    Array.from({ length: count }, (_, index): [string, WrittenCycle] => [
      `copy-${index}`,
      {
        from: { template: 'Contacts to Files' },
        displayName: `Copy ${index}`,
        state: 'active',
        schedule: { every: '1h' },
        steps: { 'Write file': { fields: { 'Contact.Name': 'somebody' } } },
      },
    ]),
  );
  return stringify(
    {
      apiVersion: 'cyclectl/v1',
      kind: 'Account',
      metadata: { name: 'northwind' },
      spec: { id: 'northwind.example', connectors: { crm, files }, cycles },
    },
    { aliasDuplicateObjects: false },
  );
}
