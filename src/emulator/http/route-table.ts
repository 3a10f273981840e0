import type { Route } from './route.ts';

/** Match of a request: an operation, a path of other methods, or none. */
export type Match =
  | {
      readonly kind: 'route';
      readonly route: Route;
      /** Path parameters by name, decoded. */
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'other methods'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown path' };

/** Node in the tree of paths: next segments, and operations that end here. */
interface Branch {
  readonly words: Map<string, Branch>;
  /** Next node for a parameter, such as an id. */
  value: Branch | null;
  readonly routes: Map<string, Route>;
}

/**
 * Operations by path and method, in one tree so that 404 and 405 agree. A word precedes a
 * parameter: `/cycles/transactions` is no cycle.
 */
export class RouteTable {
  readonly #root = makeBranch();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      let branch = this.#root;
      for (const segment of split(route.path)) {
        branch = openBranch(branch, segment);
      }
      branch.routes.set(route.method, route);
    }
  }

  /** Operation of a request. HEAD counts as GET; ignores a trailing slash. */
  find(method: string, path: string): Match {
    const segments = split(path);
    const ends = listEnds(this.#root, segments.map(decode));
    const wanted = method === 'HEAD' ? 'GET' : method;
    const route = ends.map(({ routes }) => routes.get(wanted)).find((each) => each !== undefined);
    if (route !== undefined) {
      return { kind: 'route', route, params: readParams(route, segments) };
    }
    const taken = new Set(ends.flatMap(({ routes }) => [...routes.keys()]));
    if (taken.size === 0) {
      return { kind: 'unknown path' };
    }
    return { kind: 'other methods', allow: [...taken, ...(taken.has('GET') ? ['HEAD'] : [])] };
  }
}

/** Path without its trailing slash. */
export function normalisePath(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function split(path: string): readonly string[] {
  return normalisePath(path).split('/').slice(1);
}

function makeBranch(): Branch {
  return { words: new Map(), value: null, routes: new Map() };
}

function openBranch(branch: Branch, segment: string): Branch {
  if (segment.startsWith(':')) {
    branch.value ??= makeBranch();
    return branch.value;
  }
  const known = branch.words.get(segment) ?? makeBranch();
  branch.words.set(segment, known);
  return known;
}

/** All nodes that match the segments, most words first. An empty segment matches no parameter. */
function listEnds(branch: Branch, [segment, ...rest]: readonly string[]): readonly Branch[] {
  if (segment === undefined) {
    return branch.routes.size === 0 ? [] : [branch];
  }
  const word = branch.words.get(segment);
  return [
    ...(word === undefined ? [] : listEnds(word, rest)),
    ...(branch.value === null || segment === '' ? [] : listEnds(branch.value, rest)),
  ];
}

function readParams(route: Route, segments: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    split(route.path).flatMap((segment, index) =>
      segment.startsWith(':') ? [[segment.slice(1), decode(segments[index] ?? '')]] : [],
    ),
  );
}

/** Returns a badly encoded segment unchanged. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
