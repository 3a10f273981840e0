/** Commands whose output goes to a pager on a terminal: they only show things, and ask nothing. */
const pagedCommands: ReadonlySet<string> = new Set([
  'catalog connectors',
  'catalog methods',
  'catalog templates',
  'compare',
  'diff',
  'drift',
  'explain',
  'history',
  'incidents',
  'plan',
  'render',
  'report',
  'rollout plan',
  'rollout status',
  'schema',
  'secrets',
  'state list',
  'state show',
  'status',
  'transactions',
  'validate',
  'verify',
  'why',
]);

/** Options with which some of them write and may ask, or do not end. */
const unpagedOptions = ['accept', 'adopt', 'answer', 'eject', 'ignore', 'revert', 'watch'] as const;

/** Returns whether the output of a command goes to a pager, if it is longer than the screen. */
export function isPaged(
  command: string,
  options: Readonly<Record<string, unknown>> & { readonly format?: string },
): boolean {
  if (!pagedCommands.has(command) || options.format === 'json') return false;
  return unpagedOptions.every((name) => options[name] === undefined);
}
