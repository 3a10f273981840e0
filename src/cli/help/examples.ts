import { type Example, fleetExamples } from './fleet-examples.ts';
import { serviceExamples } from './service-examples.ts';

/** Examples of the program and of each command, by its name; a test parses each line. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  '': [
    ['Create a project with an embedded service to try things in', 'cyclectl init --local'],
    ['Show what would change', 'cyclectl plan'],
    ['Change it', 'cyclectl apply'],
    ['Detect what others changed', 'cyclectl drift'],
  ],
  init: [
    ['Try cyclectl with an embedded service', 'cyclectl init --local'],
    [
      'Start with the accounts of a service',
      'cyclectl init --base-url https://api.example.com --from-live',
    ],
    [
      'Start with one account',
      'cyclectl init --base-url https://api.example.com --account northwind=northwind-8812',
    ],
    ['Refresh what an earlier version wrote', 'cyclectl init --upgrade'],
  ],
  validate: [
    ['Check all manifests', 'cyclectl validate'],
    ['Check the files of a commit', 'cyclectl validate accounts/northwind.yaml'],
    ['Write findings for code scanning', 'cyclectl validate --report sarif=findings.sarif'],
  ],
  plan: [
    ['Show the changes of all accounts', 'cyclectl plan'],
    ['Save the plan, to apply exactly that', 'cyclectl plan -e prod --out plan.json'],
    ['Plan accounts that a branch affects', 'cyclectl plan --changed-since origin/main'],
    ['Plan some accounts', 'cyclectl plan --select label=tier=enterprise'],
  ],
  apply: [
    ['Plan, ask, and apply', 'cyclectl apply'],
    ['Apply a saved plan without asking', 'cyclectl apply plan.json'],
    ['Apply in a script', 'cyclectl apply --yes --report json=result.json'],
    ['Allow a plan with two deletes', 'cyclectl apply --allow-deletes 2'],
  ],
  rehearse: [
    ['Apply a saved plan to an emulator first', 'cyclectl rehearse plan.json'],
    ['Measure its time', 'cyclectl rehearse plan.json --pace'],
  ],
  drift: [
    ['Detect out-of-band changes', 'cyclectl drift'],
    [
      'Save a plan that reverts one',
      'cyclectl drift --revert northwind/timezone --out revert.json',
    ],
    ['Write them into the manifests', 'cyclectl drift --adopt'],
    [
      'Ignore one until a date',
      'cyclectl drift --ignore northwind/timezone --until 2026-12-31 --reason "Move to London"',
    ],
  ],
  run: [
    ['Run a cycle now, and wait for it', 'cyclectl run northwind/cycles/contacts-to-files --wait'],
    [
      'Run it at a time',
      'cyclectl run northwind/cycles/contacts-to-files --at 2026-12-31T02:00:00Z',
    ],
  ],
  resume: [
    ['Show unfinished work', 'cyclectl resume --status'],
    ['Finish the last run', 'cyclectl resume'],
  ],
  undo: [
    ['Undo the newest run', 'cyclectl undo'],
    ['Undo one account of a run', 'cyclectl undo 20261121T1851 --select account=northwind'],
    ['Save the undo for review', 'cyclectl undo --out undo.json'],
  ],
  destroy: [
    ['Delete a cycle', 'cyclectl destroy northwind/cycles/contacts-to-files'],
    ['Delete an account without a prompt', 'cyclectl destroy northwind --confirm northwind'],
    ['Delete leaving accounts of a fleet', 'cyclectl destroy --fleet customers --leaving'],
  ],
  unlock: [
    ['Release the lock of a dead run', 'cyclectl unlock northwind'],
    ['Release it in a script', 'cyclectl unlock northwind --yes'],
  ],
  history: [
    ['List the last 20 applies', 'cyclectl history'],
    ['List the last 5 as data', 'cyclectl history --limit 5 --format json'],
  ],
  status: [
    ['Show totals, and what needs a person', 'cyclectl status'],
    ['Show every cycle of an account', 'cyclectl status --all --select account=northwind'],
    ['List accounts that no manifest names', 'cyclectl status --select unmanaged'],
    ['Look again every minute', 'cyclectl status --watch 1m'],
  ],
  ...serviceExamples,
  render: [
    ['Print the manifest of an account', 'cyclectl render northwind'],
    ['Print those of all', 'cyclectl render --all'],
    ['Make a row of a table a file', 'cyclectl render northwind --eject'],
  ],
  explain: [
    [
      'Show the source of a value',
      'cyclectl explain northwind/cycles/contacts-to-files/schedule/every',
    ],
    ['Show all values of a connector', 'cyclectl explain northwind/connectors/crm'],
  ],
  ...fleetExamples,
  policy: [
    ['Check the examples of the policies', 'cyclectl policy test'],
    ['Check those of the operator', 'cyclectl policy test /etc/cyclectl/policy'],
  ],
  'policy test': [
    ['Check the examples of the policies', 'cyclectl policy test'],
    ['Check those of another folder', 'cyclectl policy test /etc/cyclectl/policy'],
  ],
  controller: [
    ['Detect drift, and serve a report', 'cyclectl controller'],
    [
      'Apply a branch as it changes',
      'cyclectl controller --mode reconcile --repository https://git.example.com/config.git',
    ],
  ],
  export: [
    ['Write a manifest for each account', 'cyclectl export --all'],
    ['Write changes into existing manifests', 'cyclectl export --all --merge'],
    [
      'Write a cycle to a file',
      'cyclectl export northwind/cycles/contacts-to-files --out cycles/contacts.cycle.json',
    ],
  ],
  diff: [
    ['Describe what a branch changes in accounts', 'cyclectl diff --rendered origin/main'],
    ['Compare two cycle files', 'cyclectl diff before.cycle.json after.cycle.json'],
  ],
  import: [
    [
      'Add a cycle to a manifest',
      'cyclectl import cycles/contacts.cycle.json northwind/cycles/contacts-to-files',
    ],
    [
      'Create a template',
      'cyclectl import cycles/contacts.cycle.json --as-template "Contacts to Files"',
    ],
  ],
  promote: [
    ['Print a patch for production', 'cyclectl promote --from staging --to prod'],
    ['Commit it on a branch', 'cyclectl promote --from staging --to prod --branch to-prod'],
  ],
  compare: [
    ['Show undeclared differences', 'cyclectl compare --from staging --to prod'],
    ['Fail on differences in CI', 'cyclectl compare --from staging --to prod --exit-code'],
  ],
  adopt: [
    ['Adopt all objects that are found by name', 'cyclectl adopt --all'],
    ['Adopt a cycle by its id', 'cyclectl adopt northwind/cycles/contacts-to-files 4711'],
    ['Show which accounts are alike', 'cyclectl adopt --propose'],
  ],
  emulator: [
    ['Serve a world on a free port', 'cyclectl emulator --world world.yaml'],
    ['Keep its data', 'cyclectl emulator --world world.yaml --port 8700 --data emulated'],
  ],
  'emulator request': [
    [
      'Change a time zone as a person would',
      `cyclectl emulator request PUT /v1.0/accounts/northwind-8812 '{"Timezone":"Europe/London"}'`,
    ],
    [
      'List the cycles of an account',
      'cyclectl emulator request GET /v1.0/cycles --account northwind',
    ],
  ],
  state: [
    ['List managed objects', 'cyclectl state list'],
    ['Compare one with Git and the service', 'cyclectl state show northwind/connectors/crm --live'],
  ],
  'state list': [
    ['List managed objects', 'cyclectl state list'],
    ['List those of an account', 'cyclectl state list --select account=northwind'],
  ],
  'state show': [
    ['Show the state of a connector', 'cyclectl state show northwind/connectors/crm'],
    ['Show the live object too', 'cyclectl state show northwind/connectors/crm --live'],
  ],
  'state settle': [
    ['Record the id of an object', 'cyclectl state settle northwind/connectors/crm exists 56899'],
    ['Record that it does not exist', 'cyclectl state settle northwind/connectors/crm absent'],
    ['Record a completed action', 'cyclectl state settle northwind/cycles/contacts-to-files done'],
  ],
  'state forget': [
    ['Stop managing a connector', 'cyclectl state forget northwind/connectors/crm'],
    ['Do so in a script', 'cyclectl state forget northwind/connectors/crm --yes'],
  ],
  'state accept-address': [
    ['Accept a new base URL', 'cyclectl state accept-address -e prod'],
    ['Accept it in a script', 'cyclectl state accept-address -e prod --yes'],
  ],
  'state export': [
    ['Write a backup', 'cyclectl state export state.jsonl'],
    ['Write that of an environment', 'cyclectl state export prod.jsonl -e prod'],
  ],
  'state import': [
    ['Restore a backup', 'cyclectl state import state.jsonl'],
    ['Import from another project', 'cyclectl state import state.jsonl --from crm/prod'],
  ],
  secrets: [
    ['List references to secrets', 'cyclectl secrets'],
    ['List them as data', 'cyclectl secrets --format json'],
  ],
  'secrets rekey': [
    ['Compute fingerprints with the new key', 'cyclectl secrets rekey -e prod'],
    ['Wait longer for locked accounts', 'cyclectl secrets rekey -e prod --lock-timeout 30m'],
  ],
  report: [
    ['Make a page of a report', 'cyclectl report plan-report.json --report html=plan.html'],
    ['Print the accounts of a group', 'cyclectl report plan-report.json --group 2'],
  ],
  forge: [
    ['Comment on a pull request', 'cyclectl forge comment plan.md'],
    ['Keep one issue on drift', 'cyclectl forge issue drift.md --title "Drift in prod"'],
  ],
  'forge comment': [
    ['Comment on the pull request of the job', 'cyclectl forge comment plan.md'],
    ['Comment on another one', 'cyclectl forge comment plan.md --pull-request 12'],
  ],
  'forge issue': [
    ['Create or update the issue', 'cyclectl forge issue drift.md --title "Drift in prod"'],
    ['Close it', 'cyclectl forge issue drift.md --title "Drift in prod" --close'],
  ],
  schema: [
    ['Print the schema of manifests', 'cyclectl schema account'],
    ['Add the names of your catalog', 'cyclectl schema account --catalog'],
  ],
  completion: [
    ['Print the script for bash, and the line to install it', 'cyclectl completion bash'],
    ['Print the script for zsh', 'cyclectl completion zsh'],
    ['Print the script for fish', 'cyclectl completion fish'],
  ],
  version: [
    ['Show what to name in a bug report', 'cyclectl version'],
    ['Print it as data', 'cyclectl version --format json'],
  ],
};
