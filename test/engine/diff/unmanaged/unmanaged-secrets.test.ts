import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { registerSecret } from '../../../canaries/register.ts';
import { type Caller, put, signIn } from '../../../emulator/support/start-emulator.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { listUnmanaged } from '../../../worlds/laws/member-edits.ts';
import { applyAll, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const secret = 'Plum-River-Nine';
const description = 'northwind/description' as unknown as Address;

let fixture: TestFixture;
let caller: Caller;

beforeEach(async () => {
  fixture = await openQuickstart();
  await applyAll(fixture);
  caller = (await signIn(fixture.emulator)).inside('northwind-8812');
});

async function describeAccount(text: string | null): Promise<void> {
  expect((await put(caller, '/accounts/northwind-8812', { Description: text })).status).toBe(200);
}

async function setSensitiveProperty(connectorId: string): Promise<void> {
  registerSecret('a property that only the service has', secret);
  const path = `/v1.0/account/connectors/${connectorId}/properties`;
  const answer = await caller.call('POST', path, { Name: 'ClientSecret', Value: secret });
  expect(answer.status).toBeLessThan(300);
}

function findConnector(name: string): string {
  return String(readLive(fixture, 'northwind').connectors.find((each) => each.name === name)?.id);
}

async function listShown(): Promise<readonly unknown[]> {
  const found = await listUnmanaged(fixture);
  return found.filter(({ path }) => path === 'description').map(({ before, now }) => [before, now]);
}

const hidden = { kind: 'secret', from: null };
const nothing = { kind: 'plain', value: null };

// Plans, outcomes and the store are searched for registered secrets.
describe('a secret of the service in a text that no manifest manages', () => {
  it('is hidden by drift, its revert and the store where its connector is in Git', async () => {
    await setSensitiveProperty(findConnector('files'));
    await describeAccount(`see ${secret}`);
    expect(await listShown()).toEqual([[nothing, hidden]]);
    await fixture.apply({ revert: { addresses: [description], isNew: true } });
    expect(readLive(fixture, 'northwind').description).toBeNull();
  });

  it('is hidden by drift, an accept and the store where its connector is not in Git', async () => {
    const { body } = await caller.call('GET', '/v1.0/connectors');
    const release = (body as { Id: number; Name: string }[]).find(({ Name }) => /File/.test(Name));
    await caller.call('POST', `/v1.0/connectors/${release?.Id}/install`, { Name: 'other' });
    await setSensitiveProperty(findConnector('other'));
    await describeAccount(`other: ${secret}`);
    expect(await listShown()).toEqual([[nothing, hidden]]);
    await acceptIn(fixture, { addresses: ['northwind'] });
    await applyAll(fixture);
    expect(await listShown()).toEqual([]);
  });
});

describe('a text of a baseline that becomes a secret', () => {
  beforeEach(async () => {
    await describeAccount(`login sync, ${secret}`);
    await acceptIn(fixture, { addresses: ['northwind'] });
  });

  it('is hidden and not restored before an apply has seen it', async () => {
    await setSensitiveProperty(findConnector('files'));
    await describeAccount('cleaned');
    expect(await listShown()).toEqual([[hidden, { kind: 'plain', value: 'cleaned' }]]);
    const plan = await fixture.plan({ revert: { addresses: [description], isNew: true } });
    expect(JSON.stringify(plan)).toContain('revert-refused');
    expect(readLive(fixture, 'northwind').description).toBe('cleaned');
    await applyAll(fixture);
  });

  it('is a fingerprint in the store after the next apply', async () => {
    await setSensitiveProperty(findConnector('files'));
    await applyAll(fixture);
    expect(await listShown()).toEqual([]);
    await describeAccount('cleaned');
    expect(await listShown()).toEqual([[hidden, { kind: 'plain', value: 'cleaned' }]]);
  });
});
