import { formatYamlName } from '../../../kit/text/format-name.ts';
import { type SchemaKind, toSchemaFile } from '../../../model/manifest/manifest.ts';
import {
  blueprintFolder,
  defaultFolders,
  fleetFolder,
  projectFile,
} from '../../../model/manifest/project.ts';
import { policyFolder } from '../../../model/plan/policy.ts';
import { planFiles } from '../../../reports/blocks/words/format-plan-commands.ts';
import { formatWorkflow } from './format-workflow.ts';
import { localAccountFiles, localWorld } from './local-world.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  type FirstAccount,
  type InitRecord,
  recordFile,
  recordFormat,
  type Scaffold,
  type ScaffoldFile,
  type ScaffoldInputs,
  type ScaffoldTarget,
  toWorkflowName,
  workflowFolder,
} from './scaffold.ts';

type Remote = Extract<ScaffoldTarget, { readonly kind: 'remote' }>;

const example: FirstAccount = { key: 'northwind', id: 'northwind-8812' };

const known = `# The first account. Nothing of it is managed yet: apply finds an account with this id and does not
# change it, or creates one if the service has none. Uncomment each line that Git must manage.`;

const sample = `# Sample of an account; its file name is not that of a manifest. Copy it to accounts/KEY.yaml, one file per
# account, write the key and id of the account, and uncomment each line that Git must manage.`;

/** Kinds of files that each project can have. */
const usual: readonly SchemaKind[] = ['project', 'account', 'blueprint', 'fleet', 'policy'];

/** Files of each schema. */
const globs: Readonly<Record<SchemaKind, readonly string[]>> = {
  project: ['cyclectl.yaml'],
  account: defaultFolders.flatMap(toFolderGlobs),
  blueprint: toFolderGlobs(blueprintFolder),
  fleet: toFolderGlobs(fleetFolder),
  policy: toFolderGlobs(policyFolder),
  world: ['world.yaml'],
};

function toFolderGlobs(folder: string): readonly string[] {
  return [`${folder}/**/*.yaml`, `${folder}/**/*.yml`];
}

/** Lists the kinds of files that have a schema in a project. */
export function listSchemaKinds(schemas: InitRecord['schemas']): readonly SchemaKind[] {
  const kinds: readonly SchemaKind[] = [...usual, 'world'];
  return kinds.filter((kind) => Object.hasOwn(schemas, `./${toSchemaFile(kind)}`));
}

export const extensionsFile = '.vscode/extensions.json';
export const settingsFile = '.vscode/settings.json';

const recommended = ['redhat.vscode-yaml'];

/** Files that cyclectl keeps in a project folder, and the default names of saved plans. */
const ignored = ['.cyclectl/', ...planFiles.map((file) => `/${file}`)];

/**
 * Makes the files of a new project in the order of writing. cyclectl.yaml is last, because its
 * presence means that all are written.
 */
export function makeScaffoldFiles(starter: Scaffold, kit: ScaffoldInputs): readonly ScaffoldFile[] {
  const { target } = starter;
  const record = makeInitRecord(starter, kit);
  return [
    ...makeEditorFiles(record, kit),
    { path: `${workflowFolder}/${record.workflow.name}.yml`, text: record.workflow.text },
    ...(target.kind === 'local' ? localFiles : [makeRemoteAccountFile(target.account)]),
    {
      path: '.gitignore',
      text: ignored.map((line) => `${line}\n`).join(''),
      adds: { kind: 'ignored', lines: ignored },
    },
    { path: recordFile, text: formatInitRecord(record) },
    { path: projectFile, text: formatProjectFile(starter) },
  ];
}

/** Makes what a project of this version has in the files that people may change. */
export function makeInitRecord(
  { environment, target }: Pick<Scaffold, 'environment'> & { target: Pick<ScaffoldTarget, 'kind'> },
  { within, accounts }: Pick<ScaffoldInputs, 'within' | 'accounts'>,
): InitRecord {
  const kinds: readonly SchemaKind[] = target.kind === 'local' ? [...usual, 'world'] : usual;
  return {
    workflow: {
      name: toWorkflowName(within),
      environment,
      accounts,
      text: formatWorkflow({ environment, target }, { within, accounts }),
    },
    schemas: Object.fromEntries(kinds.map((kind) => [`./${toSchemaFile(kind)}`, globs[kind]])),
    recommendations: recommended,
    ignored,
  };
}

/** Formats the record. The text of the workflow is in lines, so that Git shows what changed. */
export function formatInitRecord(record: InitRecord): string {
  const { text, ...workflow } = record.workflow;
  return formatJson({
    about: 'Record of cyclectl init, for cyclectl init --upgrade. Commit it; do not edit it.',
    format: recordFormat,
    ...record,
    workflow: { ...workflow, lines: text.split('\n') },
  });
}

const localFiles: readonly ScaffoldFile[] = [
  { path: 'world.yaml', text: localWorld },
  ...localAccountFiles,
];

/**
 * Makes the schemas and the settings of VS Code and its YAML extension. Other editors read the
 * first line of each manifest.
 */
function makeEditorFiles(
  { schemas: value }: InitRecord,
  { schemas }: Pick<ScaffoldInputs, 'schemas'>,
): readonly ScaffoldFile[] {
  const names = listSchemaKinds(value);
  return [
    ...names.map((name) => ({ path: toSchemaFile(name), text: schemas[name] })),
    {
      path: extensionsFile,
      text: formatJson({ recommendations: recommended }),
      adds: { kind: 'property', name: 'recommendations', value: recommended },
    },
    {
      path: settingsFile,
      text: formatJson({ 'yaml.schemas': value }),
      adds: { kind: 'property', name: 'yaml.schemas', value },
    },
  ];
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Makes the manifest of the first account of a real service; a commented sample without one. */
function makeRemoteAccountFile(account: FirstAccount | null): ScaffoldFile {
  if (account === null)
    return { path: 'accounts/account.yaml.sample', text: formatManifest(example, sample) };
  return { path: `accounts/${account.key}.yaml`, text: formatManifest(account, known) };
}

function formatManifest({ key, id }: FirstAccount, about: string): string {
  return `# yaml-language-server: $schema=../schemas/account.schema.json
#
${about}
apiVersion: cyclectl/v1
kind: Account
metadata:
  # Our key of the account; it never changes.
  name: ${formatYamlName(key)}
spec:
  # Its id in the service.
  id: ${formatYamlName(id)}
  # A missing key is unmanaged; null clears a value where that is allowed.
  # displayName: Northwind Traders
  # timezone: Europe/Berlin
  # connectors:
  #   crm:
  #     # cyclectl catalog connectors has the names.
  #     connector: {name: Sample CRM}
  #     # Secrets are references: to a variable, a file, SOPS, age or a program.
  #     auth: {apiKey: {env: NORTHWIND_CRM_KEY}}
  # cycles:
  #   contacts:
  #     # cyclectl catalog templates has the names.
  #     from: {template: Contacts to Files}
  #     state: paused
`;
}

/** Formats cyclectl.yaml. */
function formatProjectFile({ name, environment, target }: Scaffold): string {
  const key = formatYamlName(environment);
  const service =
    target.kind === 'local' ? formatLocal(environment) : formatRemote(environment, target);
  return `# yaml-language-server: $schema=./schemas/project.schema.json
apiVersion: cyclectl/v1
kind: Project
metadata: {name: ${formatYamlName(name)}}
spec:
  defaultEnvironment: ${key}
  environments:
    ${key}:
${service}`;
}

function formatLocal(environment: string): string {
  return `      # The embedded service. All that it keeps is in .cyclectl/${environment}/, which Git ignores.
      service: {emulator: {world: world.yaml}}
`;
}

function formatRemote(environment: string, { baseUrl, accountHeader }: Remote): string {
  const header = accountHeader ?? 'X-Service-Account';
  return `      service:
        baseUrl: ${formatAddress(baseUrl)}
        # The domain of its sign-in page; cyclectl consent needs it.
        # authUrl: https://login.example.com
        # For a service with fewer operations than all known ones: auto, or documented.
        # contract: auto
        # The header that selects an account.
        ${accountHeader === null ? '# ' : ''}accountHeader: ${formatYamlName(header)}
        # Names of environment variables; their values never appear here.
        token: {clientId: {env: ${clientIdVariable}}, clientSecret: {env: ${clientSecretVariable}}}
      # Limits per run: objects that it may delete, and percent of the accounts that it may change.
      protect: {maxDeletes: 0, maxChangedPercent: 30}
      # State is in .cyclectl/${environment}/. To apply from CI or share the environment, share the state:
      # store: {postgres: {env: DATABASE_URL}}
      # limits: {concurrency: 8, requestsPerSecond: 50}
`;
}

// Leaves a URL unquoted where YAML reads it as plain text.
function formatAddress(address: string): string {
  const isPlain = /^https?:\/\/[\w.~%:/-]*[\w/]$/.test(address);
  return isPlain ? address : formatYamlName(address);
}
