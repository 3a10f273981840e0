import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Emulator, openEmulator } from '../../../src/emulator/emulator.ts';
import { routes } from '../../../src/emulator/routes.ts';
import { closeAfterFile } from '../../support/opened.ts';

// Nothing here is signed in: an operation that there is answers 401 or refuses, and only a path or a method that
// there is not is answered with these words.

const unknownPath = /^The emulator has no \S+ \S+$/;
const unknownMethod = /^The emulator has no \S+ \S+ It takes .+\.$/;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const emulators = {
  full: await openEmulator({ world: {} }),
  documented: await openEmulator({ world: {}, contract: 'documented' }),
};
closeAfterFile(async () => {
  for (const emulator of Object.values(emulators)) await emulator.close();
});

interface Told {
  readonly status: number;
  readonly allow: string | null;
  /** Undefined: the operation itself answered. */
  readonly unknown: 'path' | 'method' | undefined;
}

/** A HEAD has no body: its status and headers say which of the three it is. */
async function ask(emulator: Emulator, method: string, path: string): Promise<Told> {
  const response = await emulator.fetch(new Request(`http://emulator${path}`, { method }));
  const text = await response.text();
  const says = text.startsWith('{') ? String(JSON.parse(text).Message) : '';
  return {
    status: response.status,
    allow: response.headers.get('Allow'),
    unknown: unknownMethod.test(says) ? 'method' : unknownPath.test(says) ? 'path' : undefined,
  };
}

async function askAll(emulator: Emulator, path: string): Promise<Readonly<Record<string, Told>>> {
  const reported = await Promise.all(methods.map((method) => ask(emulator, method, path)));
  return Object.fromEntries(methods.map((method, index) => [method, reported[index] as Told]));
}

const words = [
  ...new Set(routes.flatMap(({ path }) => path.split('/').filter((word) => /^[^:]/.test(word)))),
];
const value = fc.oneof(
  fc.constantFrom('1', '00000000-0000-4000-8000-000000000000', 'a%2Fb', 'x%20y', '%ZZ', '%E0%A4'),
  fc.constantFrom(...words),
  fc.string({ minLength: 1, maxLength: 8 }).map(encodeURIComponent),
);
/** Paths of operations with any values, and others that look like some. */
const somePath = fc.oneof(
  fc
    .tuple(fc.constantFrom(...routes), fc.array(value, { minLength: 4, maxLength: 4 }))
    .map(([{ path }, values]) => path.replace(/:\w+/g, () => values.pop() ?? '1')),
  fc
    .array(fc.oneof(fc.constantFrom(...words, ''), value), { maxLength: 6 })
    .map((segments) => `/v1.0/${segments.join('/')}`),
);

describe.each(['full', 'documented'] as const)('the contract %s', (contract) => {
  const emulator = emulators[contract];

  test('answers 404 to every method of a path or to none, and 405 with the methods that it takes', async () => {
    await fc.assert(
      fc.asyncProperty(somePath, async (path) => {
        const reported = await askAll(emulator, path);
        const { HEAD, ...others } = reported;
        const isUnknown = Object.values(others).some(({ unknown }) => unknown === 'path');
        if (isUnknown) {
          expect(Object.values(reported).map(({ status }) => status)).toEqual(
            methods.map(() => 404),
          );
          expect(Object.values(reported).map(({ allow }) => allow)).toEqual(
            methods.map(() => null),
          );
          return;
        }
        const refused = Object.values(others).filter(({ unknown }) => unknown === 'method');
        const [first] = refused;
        const allow = first?.allow?.split(', ') ?? [];
        expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 405));
        expect(refused.map((each) => each.allow)).toEqual(refused.map(() => first?.allow));
        expect(refused.length).toBeGreaterThan(0);
        for (const method of methods) {
          expect([method, reported[method]?.status === 405]).toEqual([
            method,
            !allow.includes(method),
          ]);
        }
        expect(HEAD?.status).toBe(others.GET?.status);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  test('answers the same with and without a slash at the end of the path', async () => {
    await fc.assert(
      fc.asyncProperty(
        somePath.filter((path) => !path.endsWith('/')),
        fc.constantFrom('', '?query=', '?page=2'),
        async (path, query) => {
          const [bare, slashed] = [`${path}${query}`, `${path}/${query}`];
          expect(await askAll(emulator, slashed)).toEqual(await askAll(emulator, bare));
        },
      ),
      { numRuns: 150, endOnFailure: true },
    );
  });
});

test('every operation is there with a slash at the end of its path', async () => {
  for (const { method, path } of routes) {
    const filled = `${path.replace(/:\w+/g, '1')}/`;
    const { unknown } = await ask(emulators.full, method, filled);
    expect([method, filled, unknown]).toEqual([method, filled, undefined]);
  }
});

test('two slashes are no path, since no value is empty', async () => {
  for (const path of ['/v1.0/accounts//', '/v1.0/accounts//users', '//', '/v1.0//accounts']) {
    expect([path, await ask(emulators.full, 'GET', path)]).toMatchObject([
      path,
      { status: 404, unknown: 'path' },
    ]);
  }
});
