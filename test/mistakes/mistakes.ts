/** What a person typed by mistake, and the command that they ran then. */
export type Mistake = {
  readonly title: string;
  /** Replaced once in a file of the quickstart. */
  readonly edits?: readonly (readonly [file: string, before: string, after: string])[];
  /** Files of their own. */
  readonly files?: Readonly<Record<string, string>>;
  /** Words after `cyclectl`; by default `validate`. FOLDER is that of the project. */
  readonly command?: readonly string[];
};

const northwind = 'accounts/northwind.yaml';
const project = 'cyclectl.yaml';

/** An edit of the account that most mistakes are made in. */
function edit(before: string, after: string): NonNullable<Mistake['edits']> {
  return [[northwind, before, after]];
}

/** Mistakes that people make in files, from those of the first hour on. */
const inFiles: readonly Mistake[] = [
  {
    title: 'conflict markers of a merge',
    edits: edit(
      '  timezone: Europe/Berlin',
      '<<<<<<< HEAD\n  timezone: Europe/Berlin\n=======\n  timezone: Europe/Paris\n>>>>>>> topic',
    ),
  },
  { title: 'a tab as indentation', edits: edit('  timezone:', '\ttimezone:') },
  { title: 'no space after a colon', edits: edit('timezone: Europe', 'timezone:Europe') },
  { title: 'a key twice', edits: edit('  timezone:', '  timezone: Europe/Paris\n  timezone:') },
  { title: 'a key one level too deep', edits: edit('  retention:', '    retention:') },
  { title: 'a quote that is not closed', edits: edit('Northwind Traders', '"Northwind Traders') },
  { title: 'a value that begins with a star', edits: edit('Northwind Traders', '*Northwind') },
  { title: 'no apiVersion', edits: edit('apiVersion: cyclectl/v1\n', '') },
  { title: 'another apiVersion', edits: edit('cyclectl/v1', 'cyclectl/v2') },
  { title: 'the kind in small letters', edits: edit('kind: Account', 'kind: account') },
  { title: 'a misspelt key', edits: edit('timezone:', 'timeZone:') },
  { title: 'a key of another level', edits: edit('  timezone:', '  name: Northwind\n  timezone:') },
  { title: 'a time zone in small letters', edits: edit('Europe/Berlin', 'europe/berlin') },
  { title: 'an abbreviation as a time zone', edits: edit('Europe/Berlin', 'CET') },
  {
    title: 'a name of an account with a space',
    edits: edit('name: northwind', 'name: North Wind'),
  },
  { title: 'no id', edits: edit('  id: northwind-8812\n', '') },
  { title: 'the id of another account', edits: edit('northwind-8812', 'contoso.example') },
  { title: 'the name of another account', edits: edit('name: northwind', 'name: contoso') },
  { title: 'fewer hours than none', edits: edit('successHours: 120', 'successHours: -1') },
  { title: 'hours as text', edits: edit('successHours: 120', 'successHours: 5d') },
  { title: 'a version without quotes', edits: edit('version: "2.0"', 'version: 2.0') },
  { title: 'a version that there is not', edits: edit('version: "2.0"', 'version: "9.0"') },
  { title: 'a misspelt connector', edits: edit('name: Sample CRM', 'name: Sample CMR') },
  {
    title: 'an API key in clear',
    edits: edit('{file: secrets/northwind-crm-key.not-a-secret}', 'sk_live_0123456789abcdef'),
  },
  {
    title: 'a file of a secret that is not there',
    edits: edit('northwind-crm-key.not-a-secret', 'northwind-key'),
    command: ['plan'],
  },
  {
    title: 'a variable that is not set',
    edits: edit('{file: secrets/northwind-crm-key.not-a-secret}', '{env: NORTHWIND_KEY}'),
    command: ['plan'],
  },
  {
    title: 'another way to sign in than the connector has',
    edits: edit('auth: {oauth: {user: it@northwind.example}}', 'auth: {apiKey: {env: KEY}}'),
  },
  { title: 'a misspelt template', edits: edit('Contacts to Mailer}', 'Contact to Mailer}') },
  { title: 'a misspelt step', edits: edit('        Add subscriber:', '        Add subscribers:') },
  { title: 'a misspelt field', edits: edit('Email.Address:', 'Email.Adress:') },
  {
    title: 'a parameter among the fields',
    edits: edit(
      '        Get contact:\n          parameters:',
      '        Get contact:\n          fields:',
    ),
  },
  { title: 'a value that a list does not have', edits: edit('Customers', 'Clients') },
  {
    title: 'a later step as a source',
    edits: edit(
      'contactId: {expression: \'{{"List changed contacts" "Contact.Id"}}\'}',
      'contactId: {step: Write file, field: Path}',
    ),
  },
  { title: 'a field that a step does not give', edits: edit('field: Name}', 'field: Nam}') },
  {
    title: 'a variable of the cycle that is not there',
    edits: edit('{variable: region}', '{variable: regoin}'),
  },
  { title: 'a cron expression', edits: edit('{every: 1h}', '{cron: "0 * * * *"}') },
  {
    title: 'an interval that the service does not have',
    edits: edit('{every: 1h}', '{every: 7m}'),
  },
  { title: 'a unit of time that is none', edits: edit('{every: 1h}', '{every: 1 hour}') },
  {
    title: 'a state that is none',
    edits: edit(
      '      state: active\n      schedule: {every: 1h}',
      '      state: running\n      schedule: {every: 1h}',
    ),
  },
  { title: 'an error webhook without TLS', edits: edit('https://hooks', 'http://hooks') },
  {
    title: 'a placeholder of a variable that is not there',
    edits: edit('Northwind Traders', `$\{vars.nme}`),
  },
];

/** Mistakes around the files. */
const around: readonly Mistake[] = [
  {
    title: 'a manifest with another ending',
    files: { 'accounts/fabrikam.json': '{"apiVersion": "cyclectl/v1", "kind": "Account"}' },
  },
  { title: 'an empty manifest', files: { 'accounts/empty.yaml': '' } },
  {
    title: 'a folder that is not there',
    edits: [
      [
        project,
        '  defaultEnvironment: local',
        '  defaultEnvironment: local\n  manifests: [customers]',
      ],
    ],
  },
  {
    title: 'an environment without a service',
    edits: [
      [project, '      service: {emulator: {world: world.yaml}}', '      limits: {concurrency: 4}'],
    ],
  },
  {
    title: 'a service without TLS',
    edits: [
      [
        project,
        '{emulator: {world: world.yaml}}',
        '{baseUrl: http://api.example.com, token: {accessToken: {env: TOKEN}}}',
      ],
    ],
  },
  {
    title: 'a default environment that is not there',
    edits: [[project, 'defaultEnvironment: local', 'defaultEnvironment: prod']],
  },
];

/** Mistakes on the command line. */
const typed: readonly Mistake[] = [
  { title: 'a misspelt command', command: ['aply'] },
  { title: 'a misspelt option', command: ['plan', '--exitcode'] },
  { title: 'an environment that is not there', command: ['plan', '-e', 'prod'] },
  { title: 'a selection without a kind', command: ['plan', '--select', 'northwind'] },
  { title: 'a selection of nothing', command: ['plan', '--select', 'account=nortwind'] },
  { title: 'a plan that is not there', command: ['apply', 'FOLDER/plan.json'] },
  { title: 'an apply without a terminal', command: ['apply'] },
  { title: 'a file instead of a plan', command: ['apply', 'FOLDER/cyclectl.yaml'] },
  { title: 'a folder without a project', command: ['-C', 'FOLDER/accounts', 'plan'] },
  { title: 'an address that is none', command: ['consent', 'northwind/mailer'] },
];

/** All of them. */
export const mistakes: readonly Mistake[] = [...inFiles, ...around, ...typed];
