import type { Route } from './route.ts';

/** Where a request leads: to an operation, to a path of other methods, or nowhere. */
export type Match =
  | {
      readonly kind: 'route';
      readonly route: Route;
      /** Values of the path by name, decoded. */
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'other methods'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown path' };

/** A place in the tree of paths: what may follow, and the operations whose path ends here. */
interface Branch {
  readonly words: Map<string, Branch>;
  /** Follows where the segment is a value, such as an id. */
  value: Branch | null;
  readonly routes: Map<string, Route>;
}

/**
 * Operations by path and method. One tree says which there is and which methods a path takes, so that a 404
 * and a 405 agree. A word comes before a value: `/cycles/transactions` is no cycle.
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

  /** The operation of a request. HEAD is GET; a slash at the end of the path is no part of it. */
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

/** The path as it counts: without the slash at its end. */
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

/** All ends that the segments lead to, with the most words first. An empty segment is no value. */
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

/** A segment that is encoded wrongly stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
