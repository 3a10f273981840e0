/** Headings of all commands in the help, in its order. */
export const commandGroups: readonly {
  readonly heading: string;
  readonly names: readonly string[];
}[] = [
  { heading: 'Start a project:', names: ['init', 'export', 'adopt', 'catalog', 'schema'] },
  {
    heading: 'Plan and apply:',
    names: [
      'validate',
      'policy',
      'plan',
      'rehearse',
      'apply',
      'drift',
      'resume',
      'undo',
      'destroy',
    ],
  },
  {
    heading: 'Inspect:',
    names: ['status', 'history', 'explain', 'render', 'diff', 'verify', 'secrets'],
  },
  { heading: 'Find the cause of errors:', names: ['incidents', 'transactions', 'why'] },
  { heading: 'Use connectors and cycles:', names: ['run', 'consent', 'call', 'emulator'] },
  { heading: 'Manage fleets:', names: ['fleet', 'rollout', 'controller'] },
  { heading: 'Move between environments:', names: ['promote', 'compare', 'import'] },
  { heading: 'Repair state:', names: ['state', 'unlock'] },
  { heading: 'Report in CI:', names: ['report', 'forge'] },
  { heading: 'Get help:', names: ['completion', 'version', 'help'] },
];

/** Commands of the first help: those of a first project and of each day. */
export const dailyCommands: ReadonlySet<string> = new Set([
  'init',
  'export',
  'adopt',
  'validate',
  'plan',
  'rehearse',
  'apply',
  'drift',
  'resume',
  'undo',
  'status',
  'history',
]);
