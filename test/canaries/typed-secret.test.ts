import { beforeEach, expect, it } from 'vitest';
import { consoleRequest } from '../worlds/console/console-request.ts';
import { mergeIn } from '../worlds/features/merge-in.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import { applyAll, openQuickstart, quickstartSecrets, readLive } from '../worlds/quickstart.ts';
import { registerSecret } from './register.ts';
import { searchValue } from './search.ts';

// A secret of ours that somebody has typed into a place that is shown.

const { northwind_crm_key: secret, northwind_files_password: password } = quickstartSecrets;
let fixture: TestFixture;

beforeEach(async () => {
  fixture = await openQuickstart();
  await applyAll(fixture);
});

async function touch(path: string, body: object): Promise<void> {
  const { id: account } = readLive(fixture, 'northwind');
  await consoleRequest(fixture.emulator, { method: 'PUT', path: `/v1.0${path}`, body, account });
}

async function readShown(): Promise<readonly unknown[]> {
  return [await fixture.plan(), await fixture.drift()];
}

it('is shown as a secret is where it was typed into the name of an account', async () => {
  await touch('/accounts/northwind-8812', { Name: secret });
  const shown = await readShown();
  expect(JSON.stringify(shown)).toContain('{"kind":"secret","from":null}');
  searchValue('plan and drift', shown);
  await applyAll(fixture);
  const { run } = await fixture.open();
  searchValue('what is remembered', [...(await run.context.store.readState('northwind')).objects]);
  expect(readLive(fixture, 'northwind').name).toBe('Northwind Traders');
});

it('is shown so where it is the password of a credential that is sent with a name', async () => {
  await touch('/accounts/northwind-8812', { Name: `Northwind ${password}` });
  const shown = await readShown();
  expect(JSON.stringify(shown)).toContain('{"kind":"secret","from":null}');
  searchValue('plan and drift', shown);
});

it('is shown so where it is the name of a credential that Git has as a secret, and after the store is lost', async () => {
  const name = 'canary-name-of-a-login';
  fixture.secrets.set('LOGIN', name);
  registerSecret('LOGIN', name);
  const file = 'accounts/northwind.yaml';
  const written = fixture.manifests.get(file) ?? '';
  const named = written.replace(/username: .*/, 'username: {env: LOGIN}');
  expect(named).not.toBe(written);
  fixture.manifests.set(file, named);
  await applyAll(fixture);
  await touch('/accounts/northwind-8812', { Description: name });
  searchValue('plan and drift', await readShown());
  fixture.loseStore();
  await applyAll(fixture);
  const { run } = await fixture.open();
  searchValue('what is remembered', [...(await run.context.store.readState('northwind')).objects]);
});

it('is shown so where it is a part of a text, of a tag or of a mapping', async () => {
  const cycle = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to files',
  );
  await touch(`/cycles/${cycle?.id}/deactivate`, {});
  await touch(`/cycles/${cycle?.id}`, {
    Name: `Contacts with ${secret}`,
    Description: `key=${secret};`,
    Tags: ['one', secret],
  });
  searchValue('plan and drift', await readShown());
});

it.each([`r ${secret}`, 'password=hunter2hunter2', 'Bearer q1w2e3r4t5'])(
  'is not merged into a manifest, nor is what looks like one: %s',
  async (Value) => {
    const { connectors } = readLive(fixture, 'northwind');
    const crm = connectors.find(({ name }) => name === 'crm');
    const region = crm?.properties.find(({ name }) => name === 'region');
    await touch(`/account/connectors/${crm?.id}/properties/${region?.id}`, { Value });
    await touch('/accounts/northwind-8812', { Timezone: 'Europe/Lisbon' });
    const merge = await mergeIn(fixture, 'accounts/northwind.yaml');
    expect(merge.text).toContain('Europe/Lisbon');
    expect(merge.text).not.toContain(Value);
    expect(merge.diagnostics).toMatchObject([{ code: 'secret-not-written' }]);
    searchValue('what was merged and said', merge);
  },
);
