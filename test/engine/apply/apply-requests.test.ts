import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { fleetSecrets, makeSpec } from '../../../bench/fleet/make-fleet.ts';
import type {
  WrittenAccount,
  WrittenCycle,
} from '../../../src/model/manifest/manifest.generated.ts';
import { countOutcomes, isSuccess } from '../../../src/model/plan/outcome.ts';
import { openFixture } from '../../worlds/fixture.ts';
import { applyAll } from '../../worlds/quickstart.ts';

// Each new cycle is looked at before it starts, and that look is at this cycle alone: what an apply asks
// of the service grows with its cycles and not with their square.

/** Sign-in, account and its two connectors; the plan, the fresh look and the last one, cycles aside. */
const shared = 16;
/** Install 1, name and tag 1, names 2, mapping 1, look before the start 2, start 3, last look 4. */
const each = 14;

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

it('a new account of the bench is made with its writes and as few reads as they need', async () => {
  const fixture = await openFixture({
    manifests: { 'accounts/one.yaml': formatManifest('one', makeSpec('one.example')) },
    secrets: fleetSecrets,
  });
  expect((await fixture.apply()).every(isSuccess)).toBe(true);
  const all = fixture.emulator.requests();
  const own = all.filter(({ account }) => account === 'one.example');
  await fixture.close();
  const names = own.map(toName);
  const count = (kind: RegExp) => names.filter((name) => kind.test(name)).length;
  expect(all.filter(({ path }) => path.startsWith('/v1.0/accounts')).map(toMethod)).toEqual([
    // The plan reads the list and the account, because the list lacks it; the apply reads it again.
    'GET',
    'GET',
    'GET',
    'POST',
    'GET',
  ]);
  expect(count(/^(?!GET)/)).toBe(16);
  expect(countEach(names.filter((name) => name.startsWith('GET')))).toEqual({
    'GET connectors': 1,
    // Before each start, after it, and last.
    'GET cycles': 5,
    'GET steps': 2,
    // Again after they were written.
    'GET variables': 3,
    'GET edges': 2,
    'GET parameters': 6,
    'GET fieldmappings': 2,
    'GET prerequisites': 2,
  });
});

it('an edit of one mapping reads the account once, and afterwards what its own writes may have changed', async () => {
  const text = formatManifest('one', makeSpec('one.example'));
  const fixture = await openFixture({
    manifests: { 'accounts/one.yaml': text },
    secrets: fleetSecrets,
  });
  await applyAll(fixture);
  fixture.manifests.set('accounts/one.yaml', text.replace('nobody@', 'somebody@'));
  const planned = await fixture.plan();
  const since = fixture.emulator.requests().length;
  await applyAll(fixture, { planned });
  const all = fixture.emulator.requests().slice(since);
  await fixture.close();
  const sent = all.filter(({ account }) => account === 'one.example');
  const from = sent.findIndex(({ method }) => method === 'PUT');
  expect(countEach(sent.slice(0, from).map(toName))).toEqual({
    'GET connectors': 1,
    'GET cycles': 1,
    'GET steps': 2,
    'GET variables': 1,
    'GET parameters': 2,
    'GET fieldmappings': 2,
    'GET prerequisites': 1,
  });
  expect(sent.slice(from).map(toName)).toEqual([
    'PUT deactivate',
    // Drained, and still the same inside.
    'GET cycles',
    'GET steps',
    'GET variables',
    'PUT fieldmappings',
    // As it was sent, and able to start.
    'GET cycles',
    'GET fieldmappings',
    'GET prerequisites',
    'PUT activate',
    'GET cycles',
    // The last look: the list, and for the baseline what the first look left out of this cycle.
    'GET cycles',
    'GET edges',
    'GET parameters',
    'GET parameters',
    'GET parameters',
  ]);
});

it.each([2, 12])(
  'lists the cycles of an account as often for %i edited ones, and once for each new one',
  async (count) => {
    const fixture = await openFixture({
      manifests: { 'accounts/northwind.yaml': writeManifest(1) },
      secrets: { KEY: 'a-key-not-a-secret' },
    });
    await applyAll(fixture);
    const listed: number[] = [];
    const states: (number | null)[] = [];
    const { store } = fixture;
    const readState = store.readState;
    store.readState = async (account, only) => {
      states.push(only?.length ?? null);
      return readState.call(store, account, only);
    };
    const texts = [
      writeManifest(count),
      writeManifest(count).replaceAll('Copy', 'Sample'),
      writeManifest(count).replaceAll('somebody', 'nobody'),
      writeManifest(count).replaceAll('state: active', 'state: paused'),
    ];
    for (const text of texts) {
      fixture.manifests.set('accounts/northwind.yaml', text);
      const planned = await fixture.plan();
      const since = fixture.emulator.requests().length;
      states.length = 0;
      await applyAll(fixture, { planned });
      const lists = fixture.emulator
        .requests()
        .slice(since)
        .filter(({ path }) => /\/(?:cycles|account\/connectors)$/.test(path));
      listed.push(lists.length);
      // Whole before the writes and after them; of each object what state has of it and its connectors.
      expect(states.filter((each) => each === null).length).toBeLessThanOrEqual(3);
      expect(Math.max(...states.map((each) => each ?? 0))).toBeLessThanOrEqual(4);
    }
    await fixture.close();
    // Both before the writes, and the cycles after them. Each create lists the cycles, because others may make
    // one of the same template.
    const [creates = 0, ...edits] = listed;
    expect(creates).toBeLessThanOrEqual(3 + count - 1);
    expect(Math.max(...edits)).toBe(3);
  },
);

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
  return formatManifest('northwind', {
    id: 'northwind.example',
    connectors: { crm, files },
    cycles,
  });
}

function formatManifest(name: string, spec: WrittenAccount['spec']): string {
  return stringify(
    { apiVersion: 'cyclectl/v1', kind: 'Account', metadata: { name }, spec },
    { aliasDuplicateObjects: false },
  );
}

/** The method, and the last word of the path that is no id. */
function toName({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replace(/.*\/(?=[a-z]+$|[a-z]+\/[^/]*$)/, '').replace(/\/.*/, '')}`;
}

function toMethod({ method }: { readonly method: string }): string {
  return method;
}

function countEach(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

it('an apply counts the writes that it sent: binding what is bound already sends none', async () => {
  const fixture = await openFixture({
    manifests: { 'accounts/one.yaml': formatManifest('one', makeSpec('one.example')) },
    secrets: fleetSecrets,
  });
  const outcomes = await fixture.apply();
  const sent = fixture.emulator
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1.0/'));
  await fixture.close();
  const { operations, writes } = countOutcomes(outcomes);
  expect(writes).toBe(sent.length);
  expect(operations.done).toBeGreaterThan(sent.length);
});
