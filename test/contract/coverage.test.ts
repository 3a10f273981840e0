import { expect, test } from 'vitest';
import { routes } from '../../src/emulator/routes.ts';
import { readClaims } from '../../tools/generate/claims.ts';
import { readGivens, readMissingOperations, readSamples } from '../../tools/generate/samples.ts';
import { renderEvidence } from '../../tools/generate/sources.ts';

const samples = readSamples();

/** The path without the names of its values, which differ from source to source. */
function toPattern({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replaceAll(/:\w+|\{\w+\}/g, '*')}`;
}

test('samples meet every status that a route answers, and no other', () => {
  const reported = routes.map((route) => [toPattern(route), ...route.statuses.toSorted()]);
  const met = readClaims(routes, samples).map(({ route, answers }) => [
    toPattern(route),
    ...answers.map(({ status }) => status),
  ]);
  expect(met).toEqual(reported);
});

test('every route has a sample of its success', () => {
  const failing = readClaims(routes, samples).filter(
    ({ answers }) => !answers.some(({ status }) => status < 400),
  );
  expect(failing.map(({ route }) => toPattern(route))).toEqual([]);
});

test('each sample says one thing', () => {
  const names = samples.map(({ area, title }) => `${area}: ${title}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every source can be looked up', () => {
  for (const { source } of [...samples, ...readMissingOperations()]) {
    expect(renderEvidence([source])).not.toBe('');
  }
});

test('every situation is used', () => {
  const givens = readGivens();
  const named = new Set([...samples, ...Object.values(givens)].flatMap(({ given }) => given ?? []));
  expect(Object.keys(givens).filter((name) => !named.has(name))).toEqual([]);
});

test('what is not yet built is listed once and is not built', () => {
  const patterns = readMissingOperations().map(toPattern);
  const built = new Set(routes.map(toPattern));
  expect(patterns.filter((each, index) => patterns.indexOf(each) !== index)).toEqual([]);
  expect(patterns.filter((each) => built.has(each))).toEqual([]);
});
