import type { Route } from '../../src/emulator/http/route.ts';
import { type Exchange, type Sample, splitAsk } from './samples.ts';

/** What is read of a route of the emulator. */
export type SampledRoute = Pick<Route, 'method' | 'path' | 'statuses'>;

/** A status of an operation and the sources of the samples that meet it. */
export interface SampledAnswer {
  readonly status: number;
  readonly sources: readonly string[];
}

/** What the samples prove of each route, in the order of the routes, by status. */
export function readClaims<T extends SampledRoute>(
  routes: readonly T[],
  samples: readonly Sample[],
): readonly { readonly route: T; readonly answers: readonly SampledAnswer[] }[] {
  const found = new Map<T, Map<number, Set<string>>>(routes.map((route) => [route, new Map()]));
  for (const sample of samples) {
    // What follows a sample is looked at to prove it, and its source says nothing of those answers.
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

/** The route that a sample's exchange goes to. */
export function findRoute<T extends SampledRoute>(
  routes: readonly T[],
  { ask }: Pick<Exchange, 'ask'>,
): T {
  const { method, target } = splitAsk(ask);
  const [path = ''] = target.split('?');
  return readRoute(routes, { method, path });
}

/**
 * The route of a request: of those that fit, the one with the most words of its own, so that
 * `/connectors/1/methods` is not taken for version `methods`. Throws where none fits.
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
