import type { Finding } from './rule.ts';

/** A place where a rule does not hold, how often exactly, and the argument for it. */
export type Exception = {
  readonly path: string;
  readonly rule: string;
  readonly count: number;
  readonly reason: string;
};

/**
 * The whole list. The count is exact: who removes a breach lowers it in the same change, and who
 * adds one has to argue here.
 */
export const exceptions: readonly Exception[] = [
  {
    path: 'src/kit/load-sqlite.ts',
    rule: 'process-use',
    count: 1,
    reason: 'process is the receiver of its own emitWarning, which is wrapped for one import.',
  },
  {
    path: 'test/emulator/support/start-emulator.ts',
    rule: 'no-any',
    count: 1,
    reason: 'A body from the wire has the shape that each test is about to assert.',
  },
  {
    path: 'test/emulator/support/start-emulator.ts',
    rule: 'no-suppressions',
    count: 1,
    reason: 'Biome has to be told of the same exception, at the place itself.',
  },
  {
    path: 'vitest.config.ts',
    rule: 'named-exports',
    count: 1,
    reason: 'Vitest takes its configuration from the default export.',
  },
];

/**
 * The findings of one rule that no exception covers. An exception whose count is not the number
 * found is stale and becomes a finding itself; then all findings of its file are shown.
 */
export function applyExceptions(
  rule: string,
  findings: readonly Finding[],
  allowed: readonly Exception[],
): readonly Finding[] {
  const own = allowed.filter((exception) => exception.rule === rule);
  const covered = new Set(own.map(({ path }) => path));
  const stale = own.flatMap(({ path, count }) => {
    const found = findings.filter((finding) => finding.path === path);
    if (found.length === count) return [];
    const wrong = `the exception from ${rule} is for ${count}, and ${found.length} are there`;
    const instead = `make it ${found.length} in test/tidy/exceptions.ts, or remove what is new`;
    return [{ path, line: 1, wrong, instead }, ...found];
  });
  return [...findings.filter(({ path }) => !covered.has(path)), ...stale];
}
