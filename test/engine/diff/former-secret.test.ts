import { beforeEach, describe, expect, it } from 'vitest';
import { makeMortal } from '../../faults/deaths/death.ts';
import { applyRoughly } from '../../faults/rough-apply.ts';
import type { Tap } from '../../faults/tap-ports.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { applyAll, editManifest, openQuickstart } from '../../worlds/quickstart.ts';

const secret = 'https://hooks.example.com/canary-of-a-former-secret';
const text = 'https://hooks.example.com/northwind';
const byRef = 'url: {env: HOOK}';
const byText = `url: ${text}`;

let fixture: TestFixture;

beforeEach(async () => {
  fixture = await openQuickstart();
  fixture.secrets.set('HOOK', secret);
  await applyAll(fixture);
});

function edit(from: string | RegExp, to: string): void {
  editManifest(fixture, 'northwind', { from, to });
}

async function putBack(value: string): Promise<void> {
  const body = { TransactionErrorWebhookEnabled: true, TransactionErrorWebhookUrl: value };
  const path = '/v1.0/accounts/northwind-8812';
  await consoleRequest(fixture.emulator, { method: 'PUT', path, body });
}

async function dieAfter(effect: string): Promise<void> {
  const { promise: death, resolve } = Promise.withResolvers<void>();
  let isDead = false;
  const tap: Tap = async (call, go) => {
    const result = isDead ? null : await go();
    if (call.hasEffect && `${call.port} ${call.name}` === effect) isDead = true;
    if (!isDead) return result;
    resolve();
    return new Promise(() => undefined);
  };
  await applyRoughly(fixture, { tap, death });
  expect(isDead).toBe(true);
}

async function readAllShown(): Promise<string> {
  return JSON.stringify([await fixture.plan(), await fixture.drift()]);
}

describe('a secret that Git has no more', () => {
  it('is not shown where its write was never noted and text is in its place', async () => {
    edit(byText, byRef);
    await dieAfter('writer updateAccount');
    edit(byRef, byText);
    const shown = await readAllShown();
    expect(shown).toContain('errorWebhook/url');
    expect(shown).not.toContain(secret);
  });

  it('is not shown where a second run dies before it wrote the text', async () => {
    edit(byText, byRef);
    await dieAfter('writer updateAccount');
    edit(byRef, byText);
    let effects: readonly string[] = [];
    for (let nth = 1; !effects.some((effect) => effect.startsWith('writer')); nth += 1) {
      const mortal = makeMortal(nth);
      await applyRoughly(fixture, mortal);
      effects = mortal.effects();
      expect(nth).toBeLessThan(20);
      expect(await readAllShown()).not.toContain(secret);
    }
  });

  it('is not shown where the text was refused and something else was written', async () => {
    edit(byText, byRef);
    await dieAfter('writer updateAccount');
    edit(byRef, byText);
    edit('rootFolder: /contacts', 'rootFolder: /people');
    const request = { method: 'PUT', path: '/v1.0/accounts/northwind-8812', account: null };
    const failure = { kind: 'rejected', status: 400, message: 'refused', tries: 1, request };
    const outcomes = await applyRoughly(fixture, {
      tap: async (call, go) => (call.name === 'updateAccount' ? { ok: false, failure } : go()),
    });
    expect(outcomes?.flatMap((each) => each.outcomes.map(({ result }) => result))).toContain(
      'done',
    );
    const shown = await readAllShown();
    expect(shown).toContain('errorWebhook/url');
    expect(shown).not.toContain(secret);
  });

  it('is not shown if its line was removed and text replaces it later', async () => {
    edit(byText, byRef);
    await applyAll(fixture);
    edit(/ {2}errorWebhook: .*\n/, '');
    await fixture.apply();
    edit('  connectors:\n', `  errorWebhook: {${byText}}\n  connectors:\n`);
    const shown = await readAllShown();
    expect(shown).toContain('errorWebhook/url');
    expect(shown).not.toContain(secret);
  });

  it('is not shown where all of its map was removed from state, and text comes in its place later', async () => {
    const status = 'Status: subscribed';
    edit(status, 'Status: {env: HOOK}');
    await applyAll(fixture);
    const written = fixture.manifests.get('accounts/northwind.yaml') ?? '';
    const cycles = written.slice(written.indexOf('  cycles:'));
    edit(cycles, '');
    await applyAll(fixture);
    // Another apply, and another write to the account, forget nothing of it.
    edit('timezone: Europe/Berlin', 'timezone: UTC');
    await applyAll(fixture);
    edit(/$/, cycles);
    edit('Status: {env: HOOK}', 'Status: unsubscribed');
    const before = await readAllShown();
    expect(before).toContain('fields/Status');
    expect(before).not.toContain(secret);
    await fixture.apply();
    const state = await fixture.store.readState('northwind');
    expect(JSON.stringify([...state.objects.values()])).not.toContain('letGo');
    expect(await readAllShown()).not.toContain(secret);
  });

  it('is not shown if a user restores it, and other text that we wrote is', async () => {
    edit(byText, byRef);
    await applyAll(fixture);
    edit(byRef, byText);
    await applyAll(fixture);
    await putBack(secret);
    const shown = await readAllShown();
    expect(shown).not.toContain(secret);
    expect(shown).toContain('errorWebhook/url');
    expect(shown).toContain(text);
  });
});

it('is not recorded as text if an edit of a cycle that Git had removed is undone', async () => {
  const secretly = { from: 'list: {option: Customers}', to: 'list: {env: HOOK}' };
  editManifest(fixture, 'northwind', secretly);
  await applyAll(fixture);
  const manifest = fixture.manifests.get('accounts/northwind.yaml') ?? '';
  editManifest(fixture, 'northwind', { from: /\n {2}cycles:[\s\S]*$/, to: '\n' });
  await applyAll(fixture);
  fixture.manifests.set('accounts/northwind.yaml', manifest);
  editManifest(fixture, 'northwind', { from: secretly.to, to: 'list: {option: Leads}' });
  fixture.emulator.control.plantFaults([
    { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'status', status: 400 },
  ]);
  const outcomes = await applyAll(fixture);
  const state = await fixture.store.readState('northwind');
  const kept = JSON.stringify([outcomes, [...state.objects.values()]]);
  expect(kept).toContain('steps/Get contact/parameters/list');
  expect(kept).not.toContain(secret);
  expect(await readAllShown()).not.toContain(secret);
});
