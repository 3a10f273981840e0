/** A line that a shell runs, and what it does. */
export type Example = readonly [does: string, line: string];

/** Examples of the commands for fleets and rollouts. */
export const fleetExamples: Readonly<Record<string, readonly Example[]>> = {
  fleet: [
    ['Format the tables', 'cyclectl fleet fmt'],
    ['Remove an account from its table', 'cyclectl fleet remove south-031'],
  ],
  'fleet fmt': [
    ['Format the tables', 'cyclectl fleet fmt'],
    ['Check the format in CI', 'cyclectl fleet fmt --check'],
  ],
  'fleet merge': [
    ['Merge two branches of a table', 'cyclectl fleet merge base.csv ours.csv theirs.csv'],
    ['The same as the merge driver of git', 'cyclectl fleet merge %O %A %B'],
  ],
  'fleet pull': [
    [
      'Write a table from a URL',
      'cyclectl fleet pull customers --from https --url https://crm.example.com/customers.csv',
    ],
    [
      'Write a table that a program prints',
      'cyclectl fleet pull customers --from exec -- ./tools/export-customers --active',
    ],
  ],
  'fleet remove': [
    ['Remove a row of a table', 'cyclectl fleet remove south-031'],
    ['Remove an account of another folder', 'cyclectl fleet remove south-031 -C config'],
  ],
  rollout: [
    ['Show which revision accounts are on', 'cyclectl rollout status'],
    ['Approve the newest revision', 'cyclectl rollout open customers'],
    ['Take the next step', 'cyclectl rollout continue customers'],
  ],
  'rollout plan': [
    ['Show what a rollout would change', 'cyclectl rollout plan customers'],
    ['Write it for a review', 'cyclectl rollout plan customers --report markdown=plan.md'],
  ],
  'rollout open': [
    ['Plan, ask, and open a rollout', 'cyclectl rollout open customers'],
    ['Open one in CI', 'cyclectl rollout open customers --yes --approved-by "Ana Silva"'],
  ],
  'rollout continue': [
    ['Take the next step', 'cyclectl rollout continue customers'],
    ['Take steps for 50 minutes', 'cyclectl rollout continue customers --wait --timeout 50m'],
  ],
  'rollout status': [
    ['Show all fleets', 'cyclectl rollout status'],
    ['Show one as data', 'cyclectl rollout status customers --format json'],
  ],
  'rollout approve': [
    [
      'Let a wave pass without evidence',
      'cyclectl rollout approve customers --wave pilot --reason "Checked in the console"',
    ],
    [
      'Record who approved it',
      'cyclectl rollout approve customers --reason "Holidays" --approved-by "Ana Silva"',
    ],
  ],
  'rollout stop': [
    ['Admit no further wave', 'cyclectl rollout stop customers --reason "too slow"'],
    [
      'Record who decided',
      'cyclectl rollout stop customers --reason "too slow" --approved-by "Ana Silva"',
    ],
  ],
  'rollout pause': [
    ['Pause a rollout', 'cyclectl rollout pause customers --reason "end of the year"'],
    [
      'Record who decided',
      'cyclectl rollout pause customers --reason "end of the year" --approved-by "Ana Silva"',
    ],
  ],
  'rollout resume': [
    ['Resume a paused rollout', 'cyclectl rollout resume customers'],
    ['Say why', 'cyclectl rollout resume customers --reason "new year"'],
  ],
  'rollout undo': [
    ['Return accounts to earlier revisions', 'cyclectl rollout undo customers'],
    ['Return them in a script', 'cyclectl rollout undo customers --yes --reason "too slow"'],
  ],
};
