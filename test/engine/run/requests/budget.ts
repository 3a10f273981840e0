import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';

// Request budget of an empty plan, counted from manifests alone.

/** Requests by what they ask for. */
export type Budget = Readonly<Record<string, number>>;

/** The requests that a plan may take, and the sign-in, which each run of a command has. */
export function makeBudget(accounts: readonly WrittenAccount['spec'][], named?: number): Budget {
  const isNamed = named !== undefined && named < 20;
  const managing = accounts.filter(({ connectors, cycles }) => connectors ?? cycles);
  const hasEntries = accounts.some(
    (spec) => Object.keys({ ...spec.connectors, ...spec.cycles }).length > 0,
  );
  const cycles = accounts.flatMap((spec) => Object.values(spec.cycles ?? {}));
  const steps = cycles.flatMap((cycle) => Object.values(cycle.steps ?? {}));
  return {
    'sign-in': 1,
    'accounts page': isNamed ? 0 : 1,
    account: isNamed ? named : 0,
    'catalogue page': hasEntries ? 1 : 0,
    'templates page': hasEntries ? 1 : 0,
    connectors: managing.length,
    cycles: accounts.filter((spec) => spec.cycles).length,
    steps: cycles.filter((cycle) => cycle.steps).length,
    variables: cycles.filter((cycle) => cycle.variables).length,
    parameters: steps.filter((step) => step.parameters).length,
    fields: steps.filter((step) => step.fields).length,
  };
}

const kinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^POST \/oauth\/token$/, 'sign-in'],
  [/^GET \/v1\.0\/accounts$/, 'accounts page'],
  [/^GET \/v1\.0\/accounts\/[^/]+$/, 'account'],
  [/^GET \/v1\.0\/connectors$/, 'catalogue page'],
  [/^GET \/v1\.0\/templates$/, 'templates page'],
  [/^GET \/v1\.0\/templates\/[^/]+\/export$/, 'export'],
  [/^GET \/v1\.0\/account\/connectors$/, 'connectors'],
  [/^GET \/v1\.0\/cycles$/, 'cycles'],
  [/^GET \/v1\.0\/cycles\/[^/]+\/export$/, 'cycle export'],
  [/^GET \/v1\.0\/cycles\/[^/]+\/steps$/, 'steps'],
  [/^GET \/v1\.0\/cycles\/[^/]+\/edges$/, 'edges'],
  [/^GET \/v1\.0\/cycles\/[^/]+\/variables$/, 'variables'],
  [/^GET \/v1\.0\/steps\/[^/]+\/parameters$/, 'parameters'],
  [/^GET \/v1\.0\/steps\/[^/]+\/fieldmappings$/, 'fields'],
];

/** Requests by kind; one that has no place in any budget counts under its own line. */
export function countKinds(
  requests: readonly { readonly method: string; readonly path: string }[],
): Budget {
  const counts: Record<string, number> = {};
  for (const { method, path } of requests) {
    const line = `${method} ${path}`;
    const kind = kinds.find(([pattern]) => pattern.test(line))?.[1] ?? line;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** The sum of two budgets, without what is 0 in it. */
export function addBudgets(left: Budget, right: Budget): Budget {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(
    names
      .map((name) => [name, (left[name] ?? 0) + (right[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}
