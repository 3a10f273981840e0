import { readFileSync } from 'node:fs';
import { fetch as fetchOverHttp } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import { routes } from '../../src/emulator/routes.ts';
import { nameAnswer, readClaims, readRoute } from '../../tools/generate/claims.ts';
import { readGivens, readSamples } from '../../tools/generate/samples.ts';
import { type Carry, playSample } from './play/play-sample.ts';

// Every sample of the wire is played against the emulator, in process and over HTTP. What the
// coverage page says was met is compared with what the emulator's own log says of this run.

// The text, of which the emulator keeps what it has read and checked.
const world = readFileSync(new URL('world.yaml', import.meta.url), 'utf8');
const samples = readSamples();
/** Time stands still but where a sample moves it, so that no cycle runs in between. */
const frozenAt = '2026-11-21T10:00:00Z';
const givens = readGivens();

const ways: Readonly<Record<string, (emulator: Emulator) => Promise<Carry>>> = {
  'in process': async (emulator) => (target, init) =>
    emulator.fetch(new Request(`http://emulator${target}`, init)),
  'over HTTP': async (emulator) => {
    const { url } = await emulator.listen();
    return async (target, { method, headers, body, redirect }) => {
      const response = await fetchOverHttp(`${url}${target}`, {
        method: method ?? 'GET',
        redirect: redirect ?? 'follow',
        headers: headers as Record<string, string>,
        body: (body ?? null) as string | URLSearchParams | null,
      });
      return response as unknown as Response;
    };
  },
};

describe.each(Object.keys(ways))('%s', (way) => {
  const met = new Set<string>();

  test.each(samples.map((sample) => [sample.area, sample.title, sample] as const))(
    'the sample of %s holds: %s',
    async (_area, _title, sample) => {
      const emulator = await openEmulator({ world, frozenAt });
      try {
        const carry = await ways[way]?.(emulator);
        if (carry === undefined) {
          throw new Error(`There is no way '${way}'.`);
        }
        await playSample({ emulator, carry, givens }, sample);
        expect(emulator.unmatchedCount()).toBe(0);
        for (const { method, path, status } of emulator.requests()) {
          const route = readRoute(routes, { method, path });
          met.add(nameAnswer({ method, path: route.path, status: status ?? 0 }));
        }
      } finally {
        await emulator.close();
      }
    },
  );

  test('every answer that the coverage page lists was met in this run', () => {
    const claims = readClaims(routes, samples).flatMap(({ route, answers }) =>
      answers.map(({ status }) => nameAnswer({ ...route, status })),
    );
    expect(claims.filter((claim) => !met.has(claim))).toEqual([]);
  });
});
