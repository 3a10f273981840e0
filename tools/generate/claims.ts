import type { Route } from '../../src/emulator/http/route.ts';
import { type Exchange, type Sample, splitAsk } from './samples.ts';

/** Part of an emulator route that the samples use. */
export type SampledRoute = Pick<Route, 'method' | 'path' | 'statuses'>;

/** A status of an operation, with the sources of its samples. */
export interface SampledAnswer {
  readonly status: number;
  readonly sources: readonly string[];
}

/** Answers that the samples prove, by status, in the order of the routes. */
export function readClaims<T extends SampledRoute>(
  routes: readonly T[],
  samples: readonly Sample[],
): readonly { readonly route: T; readonly answers: readonly SampledAnswer[] }[] {
  const found = new Map<T, Map<number, Set<string>>>(routes.map((route) => [route, new Map()]));
  for (const sample of samples) {
    // Later exchanges prove the sample; its source says nothing about their answers.
    const answers = found.get(findRoute(routes, sample));
    const sources = answers?.get(sample.status) ?? new Set<string>();
    answers?.set(sample.status, sources.add(sample.source));
  }
  return routes.map((route) => ({
    route,
    answers: [...(found.get(route) ?? [])]
      .map(([status, sources]) => ({ status, sources: [...sources] }))
      .toSorted((left, right) => left.status - right.status),
  }));
}

/** Route of a sample's exchange. */
export function findRoute<T extends SampledRoute>(
  routes: readonly T[],
  { ask }: Pick<Exchange, 'ask'>,
): T {
  const { method, target } = splitAsk(ask);
  const [path = ''] = target.split('?');
  return readRoute(routes, { method, path });
}

/**
 * Route of a request; of several, the one with the most words, so that `/connectors/1/methods` is
 * not version `methods`. Throws if none fits.
 */
export function readRoute<T extends SampledRoute>(
  routes: readonly T[],
  { method, path }: { readonly method: string; readonly path: string },
): T {
  const words = path.split('/');
  const [best] = routes
    .filter((route) => route.method === method && fits(route, words))
    .toSorted((left, right) => countParams(left) - countParams(right));
  if (best === undefined) {
    throw new Error(`There is no route for ${method} ${path}.`);
  }
  return best;
}

/** A status of an operation as one text. */
export function nameAnswer(answer: {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}): string {
  return `${answer.method} ${answer.path} ${answer.status}`;
}

function fits(route: SampledRoute, words: readonly string[]): boolean {
  const pattern = route.path.split('/');
  return (
    pattern.length === words.length &&
    pattern.every((segment, index) => segment.startsWith(':') || segment === words[index])
  );
}

function countParams(route: SampledRoute): number {
  return route.path.split(':').length;
}
