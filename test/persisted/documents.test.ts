import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCanary } from '../canaries/register.ts';
import { put } from '../emulator/support/start-emulator.ts';
import { openFakeForge } from '../notify/forge/fake-forge.ts';
import { commit, git, person } from '../support/git-repository.ts';
import { copyExample, openRemoteProject, type Project } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { openConsoleUser } from '../worlds/console/console-user.ts';
import { listDataKeys } from './list-data-keys.ts';
import { openHeldProject } from './open-held-project.ts';
import { pinLines } from './pin-lines.ts';

// What every command prints with --format json: its keys, kinds and words of the format, and its exit code.
// Left out is `consent ADDRESS`, which waits for a browser: its own test in test/features/inspect/consent has its document.

/** Keys beneath which names of a project stand. */
const maps: ReadonlySet<string> = new Set(['applied', 'before', 'categories', 'fields', 'places']);

type Place = Pick<Project, 'directory' | 'environment'>;

class Documents {
  readonly lines: string[] = [];
  readonly #project: Place;

  constructor(project: Place) {
    this.#project = project;
  }

  /** Runs a command; what it prints is listed under its name. */
  async run(name: string, ...args: readonly string[]): Promise<void> {
    const { exitCode, stdout } = await runInProcess(this.#project, ...args, '--format', 'json');
    this.lines.push(`${name} exits ${exitCode}`);
    // What only writes a file of cycles says so on stderr.
    if (stdout !== '') this.lines.push(...listDataKeys(name, JSON.parse(stdout), maps));
  }
}

it('keeps what commands print that change nothing', async () => {
  const project = await openHeldProject();
  const inFolder = (name: string) => join(project.directory, name);
  const file = inFolder('cycles/contacts.cycle.json');
  const documents = new Documents(project);
  const allowed = ['--allow-deletes', '2', '--allow-replace'];
  await cp(inFolder('cycles'), inFolder('other'), { recursive: true });
  await project.edit(
    'other/contacts.cycle.json',
    'Writes a file for each',
    'Makes a file for each',
  );
  for (const [name, ...args] of [
    ['validate', 'validate'],
    ['plan', 'plan', ...allowed],
    ['plan --exit-code', 'plan', '--exit-code', ...allowed],
    ['plan that policy refuses', 'plan'],
    ['drift', 'drift'],
    ['drift --trend', 'drift', '--trend'],
    ['status', 'status'],
    ['history', 'history'],
    ['resume --status', 'resume', '--status'],
    ['state list', 'state', 'list'],
    ['state show', 'state', 'show', 'northwind/cycles/contacts-to-mailer'],
    ['state show --live', 'state', 'show', 'northwind/cycles/contacts-to-mailer', '--live'],
    ['state export', 'state', 'export', inFolder('state.jsonl')],
    ['secrets', 'secrets'],
    ['catalog connectors', 'catalog', 'connectors'],
    ['catalog templates', 'catalog', 'templates'],
    ['catalog methods', 'catalog', 'methods', 'Sample CRM'],
    ['adopt --propose', 'adopt', '--propose'],
    ['diff', 'diff', file, inFolder('other/contacts.cycle.json')],
    ['call', 'call', 'northwind/connectors/crm', 'Get contact', '--merge', 'contactId=c-2'],
    ['apply with nobody to ask', 'apply', ...allowed],
    ['refused', 'plan', '-e', 'nowhere'],
    ['refused command line', 'plan', '--selekt', 'x'],
  ] as const) {
    await documents.run(name, ...args);
  }
  await project.edit('accounts/contoso.yaml', 'displayName: Contoso AG', 'displyName: Contoso AG');
  await documents.run('validate of a mistake', 'validate');
  await documents.run('plan of a mistake', 'plan', ...allowed);
  await pinLines('documents/looking', documents.lines);
});

it('keeps what commands print that write', async () => {
  const project = await openHeldProject();
  const inFolder = (name: string) => join(project.directory, name);
  const file = inFolder('cycles/new.cycle.json');
  const documents = new Documents(project);
  expect(await runInProcess(project, 'state', 'export', inFolder('state.jsonl'))).toMatchObject({
    exitCode: 0,
  });
  for (const [name, ...args] of [
    ['unlock', 'unlock', 'tailspin', '--yes'],
    ['resume', 'resume'],
    ['apply PLAN', 'apply', inFolder('plan.json')],
    ['drift --revert', 'drift', 'fabrikam/connectors/spare', '--revert'],
    [
      'drift --ignore',
      'drift',
      '--ignore',
      'fabrikam/connectors/spare',
      '--until',
      '2096-01-01',
      '--reason',
      'agreed',
    ],
    ['drift --adopt', 'drift', '--adopt', 'adventure/displayName'],
    ['apply', 'apply', '--yes'],
    ['undo', 'undo', '--yes'],
    ['state settle', 'state', 'settle', 'tailspin/cycles/mirror', 'absent'],
    ['state forget', 'state', 'forget', 'contoso/connectors/warehouse', '--yes'],
    ['state accept-address', 'state', 'accept-address', '--yes'],
    ['adopt ADDRESS', 'adopt', 'contoso/connectors/warehouse', 'Warehouse files (EU)'],
    ['adopt --all', 'adopt', '--all', '--yes'],
    ['export', 'export', '--select', 'account=tailspin', '--merge'],
    ['export --template', 'export', '--template', 'Contacts to Files', '--out', file],
    ['import --as-template', 'import', file, '--as-template', 'Brought', '--yes'],
    ['import', 'import', file, 'tailspin/cycles/brought', '--yes'],
    ['verify', 'verify'],
    ['destroy', 'destroy', 'contoso', '--allow-deletes', '4', '--confirm', 'contoso'],
    ['state import into a store that is not empty', 'state', 'import', inFolder('state.jsonl')],
  ] as const) {
    await documents.run(name, ...args);
  }
  await pinLines('documents/writing', documents.lines);
});

it('keeps what commands print that begin a project, or look at two environments or at a fleet', async () => {
  const project = await copyExample('promote');
  const documents = new Documents(project);
  await documents.run('compare', 'compare', '--from', 'staging', '--to', 'prod');
  await documents.run('promote', 'promote', '--from', 'staging', '--to', 'prod');
  const directory = join(project.directory, 'new');
  const started = new Documents({ ...project, directory });
  await started.run('init', 'init', '--local');
  await started.run('init where a project is', 'init', '--local');
  await rm(join(directory, '.cyclectl-init.json'));
  await writeFile(join(directory, '.github/workflows/cyclectl.yml'), 'name: ours\n');
  await started.run('init --upgrade --check', 'init', '--upgrade', '--check');
  const fleet = await copyExample('fleet', person);
  const rendered = new Documents(fleet);
  await git(fleet.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(fleet, 'Begin');
  await fleet.edit('blueprints/crm-base.yaml', 'erroredHours: 336', 'erroredHours: 500');
  await fleet.edit('fleets/customers.csv', 'east-001,east-001', 'east-000,east-000');
  const diff = ['diff', '--rendered', 'main'] as const;
  await rendered.run('diff --rendered', ...diff);
  await rendered.run('diff --rendered --group', ...diff, '--group', '1');
  const files = await runInProcess(fleet, 'render', '--all', '--select', 'account=east-00*');
  for (const folder of ['blueprints', 'fleets']) {
    await rm(join(fleet.directory, folder), { recursive: true });
  }
  await fleet.write('accounts/east.yaml', files.stdout);
  const odd = 'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: east-0}\nspec: {id: odd}\n';
  await fleet.write('accounts/odd.yaml', odd);
  const propose = ['adopt', '--propose', '--write', '--select', 'account=east-0*'] as const;
  await rendered.run('adopt --propose --write', ...propose);
  await rendered.run('adopt --propose --write again', ...propose);
  await pinLines('documents/others', [...documents.lines, ...started.lines, ...rendered.lines]);
});

it('keeps what commands print that need a service of their own, another key or a forge', async () => {
  const project = await openRemoteProject();
  const documents = new Documents(project);
  await documents.run('apply to a service', 'apply', '--yes');
  const { caller } = await openConsoleUser(project.emulator);
  await put(caller, '/accounts/northwind-8812', { AuditInfo: 'x' });
  const accept = ['drift', '--accept', 'northwind/auditInfo', '--reason', 'agreed'] as const;
  await documents.run('drift --accept', ...accept);
  await documents.run('history of an accept', 'history', '--limit', '1');
  await documents.run('consent --list', 'consent', '--list');
  const { CYCLECTL_SECRET_KEY: before = '' } = project.environment;
  const keys = { CYCLECTL_SECRET_KEY_OLD: before, CYCLECTL_SECRET_KEY: makeCanary('another key') };
  const changed = new Documents({ ...project, environment: { ...project.environment, ...keys } });
  await changed.run('secrets rekey', 'secrets', 'rekey');
  const { url } = await project.emulator.listen();
  const { clientId } = project.emulator.credentials;
  const started = new Documents({
    directory: join(project.directory, 'new'),
    environment: { ...project.environment, SVC_CLIENT_ID: clientId },
  });
  await started.run('init --from-live', 'init', '--from-live', '--base-url', url);
  const forge = await openFakeForge();
  const report = join(project.directory, 'plan.md');
  await writeFile(report, '<!-- cyclectl:plan:local -->\nsomething\n');
  const posting = new Documents({ ...project, environment: forge.environmentOf('github') });
  await posting.run('forge comment', 'forge', 'comment', report, '--pull-request', '12');
  await posting.run('forge issue', 'forge', 'issue', report, '--title', 'Drift');
  const all = [documents, changed, started, posting].flatMap(({ lines }) => lines);
  await pinLines('documents/remote', all);
});
