import { expect, test } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { isDocumented } from '../../src/emulator/http/route.ts';
import { routes } from '../../src/emulator/routes.ts';
import { askToken, type Caller, makeCaller, startEmulator } from './support/start-emulator.ts';
import { quickstartWorld } from './support/worlds.ts';

async function openDocumented(): Promise<{ emulator: Emulator; caller: Caller }> {
  const emulator = await startEmulator({ world: quickstartWorld, contract: 'documented' });
  return { emulator, caller: makeCaller(emulator, emulator.makeAccessToken(), {}) };
}

/** A path that only this pattern fits. */
function fill(path: string): string {
  return path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}

test('what the specification does not name is a 404 or a 405, and its paths with it are not', async () => {
  const { caller } = await openDocumented();
  const documented = routes.filter(isDocumented);
  const isKnownPath = (path: string) => documented.some((route) => fill(route.path) === fill(path));
  // Such as /cycles/upgradeable, which is then a cycle by a malformed id.
  const isReadOtherwise = ({ method, path }: (typeof routes)[number]) =>
    documented.some((route) => route.method === method && matches(route.path, fill(path)));
  const leftOut = routes.filter((route) => !isDocumented(route) && !isReadOtherwise(route));
  for (const route of leftOut) {
    const body = route.method === 'GET' ? undefined : {};
    const { status } = await caller.call(route.method, fill(route.path), body);
    const expected = isKnownPath(route.path) ? 405 : 404;
    expect(`${route.method} ${route.path} ${status}`).toBe(
      `${route.method} ${route.path} ${expected}`,
    );
  }
  expect(leftOut.length).toBeGreaterThan(documented.length);
});

test('the token comes from elsewhere and works in what the specification names', async () => {
  const { emulator, caller } = await openDocumented();
  const form = { grant_type: 'client_credentials' };
  expect((await askToken(emulator, form)).status).toBe(404);
  const made = await caller.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  expect(made.status).toBe(200);
  expect((await caller.inside('northwind').call('GET', '/v1.0/cycles')).body).toEqual([]);
});

test('a request outside the contract is not counted as unknown, and an undocumented one is', async () => {
  const { openEmulator } = await import('../../src/emulator/emulator.ts');
  const emulator = await openEmulator({ world: {}, contract: 'documented' });
  const caller = makeCaller(emulator, emulator.makeAccessToken(), {});
  await caller.call('GET', '/v1.0/templates');
  expect(emulator.unmatchedCount()).toBe(0);
  expect((await caller.call('GET', '/v1.0/nothing')).status).toBe(404);
  expect(emulator.unmatchedCount()).toBe(1);
  await emulator.close();
});
