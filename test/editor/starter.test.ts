import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { init, nameFolder, put } from '../support/begin-project.ts';
import { closeAfterFile } from '../support/opened.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { LanguageServer } from './language-server.ts';

// A project that init wrote, in an editor that goes by the settings which lie in it.

async function open(...args: readonly string[]) {
  const folder = await nameFolder('our customers');
  expect(await init(folder, ...args)).toMatchObject({ exitCode: 0 });
  const root = await realpath(folder);
  const settings = JSON.parse(await readFile(join(root, '.vscode/settings.json'), 'utf8'));
  const yaml = {
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
    schemas: settings['yaml.schemas'],
  };
  const server = await LanguageServer.start({ yaml }, root);
  closeAfterFile(() => server.stop());
  return { root, server };
}

it('underlines nothing in the files of a new project, and mistakes in those that follow', async () => {
  const { root, server } = await open('--local');
  const manifests = (await readdir(root, { recursive: true })).filter((path) =>
    /^(?:cyclectl|world|accounts\/.*)\.yaml$/.test(path),
  );
  expect(manifests.toSorted()).toEqual(['accounts/northwind.yaml', 'cyclectl.yaml', 'world.yaml']);
  for (const path of manifests) {
    const text = await readFile(join(root, path), 'utf8');
    expect(await server.open(join(root, path), text), path).toEqual([]);
    // Without its schema nothing would be underlined either; a copy has it by its first line.
    const other = path.replace('.yaml', '-copy.yaml');
    const lines = `${text}bogus: 1\n`.split('\n');
    const reported = [{ line: lines.length - 1, message: 'Property bogus is not allowed.' }];
    expect(await server.open(join(root, other), lines.join('\n')), other).toEqual(reported);
  }
  // What has no such line has it by the settings.
  const bare =
    'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: a}\nspec: {id: a, tags: []}\n';
  for (const path of ['accounts/a.yaml', 'accounts/eu/b.yml']) {
    const [underline] = await server.open(join(root, path), bare);
    expect(underline, path).toMatchObject({ line: 4, message: expect.stringContaining('tags') });
  }
  // It knows the world of the embedded service, and the keys of its account.
  const cycle = '  cycles:\n    a:\n      from: {template: Contacts to Fles}\n';
  const typed = `${bare.replace(/spec: .*\n/, 'spec:\n  id: a\n')}${cycle}`;
  expect(await server.open(join(root, 'accounts/c.yaml'), typed)).toEqual([
    { line: 8, message: 'The catalog has no such template.' },
  ]);
  const project = await server.open(join(root, 'nested/cyclectl.yaml'), 'spec: 1\n');
  expect(project.map(({ line }) => line)).toContain(1);
});

it('underlines a wrong key in a first blueprint and a first fleet, which have no line that names a schema', async () => {
  const { root, server } = await open('--base-url', 'https://api.integration.example.com');
  const head = (kind: string, spec: string) =>
    `apiVersion: cyclectl/v1\nkind: ${kind}\nmetadata: {name: a}\nspec:\n${spec}`;
  const blueprint = head('Blueprint', '  inputs: {interval: {type: string}}\n');
  const fleet = head('Fleet', '  blueprint: a\n  tables: [fleets/a.csv]\n');
  for (const [path, text] of [
    ['blueprints/a.yaml', blueprint],
    ['blueprints/eu/a.yml', blueprint],
    ['fleets/a.yaml', fleet],
    ['fleets/eu/a.yml', fleet],
  ] as const) {
    expect(await server.open(join(root, path), text), path).toEqual([]);
    const other = join(root, path.replace('a.y', 'b.y'));
    expect(await server.open(other, `${text}  bogus: 1\n`), path).toEqual([
      { line: text.split('\n').length, message: 'Property bogus is not allowed.' },
    ]);
  }
});

const sync = `apiVersion: cyclectl/v1
kind: Blueprint
metadata: {name: sync}
spec:
  base: base
  inputs:
    interval: {type: enum, values: [15m, 1h], default: 15m}
    list: {type: string, renamedFrom: source, default: Customers}
  cycles:
    contacts:
      from: {template: Contacts to Files}
      state: active
      schedule: {every: "\${inputs.interval}"}
      steps: {List changed contacts: {parameters: {list: {option: "\${inputs.list}"}}}}
`;

const base = `apiVersion: cyclectl/v1
kind: Blueprint
metadata: {name: base}
spec:
  inputs: {root: {type: string, default: /contacts}}
  connectors: {files: {connector: {name: Sample File Store}, properties: {rootFolder: "\${inputs.root}"}}}
`;

/** A fleet with what a segment sets. */
function writeFleet(...lines: readonly string[]): string {
  const set = lines.map((line) => `        ${line}\n`).join('');
  return `apiVersion: cyclectl/v1
kind: Fleet
metadata: {name: customers}
spec:
  blueprint: sync
  tables: [fleets/customers.csv]
  segments:
    large:
      match: {tier: large}
      set:
${set}`;
}

it('knows the blueprints of the project in a fleet after catalog save', async () => {
  const { root, server } = await open('--local');
  const project = { directory: root, environment: {} };
  await put(root, {
    'blueprints/base.yaml': base,
    'blueprints/sync.yaml': sync,
    'fleets/customers.yaml': writeFleet('inputs: {interval: 1h}'),
    'fleets/customers.csv': 'name,id\ncontoso,contoso-1\n',
  });
  const saved = await runInProcess(project, 'catalog', 'save');
  expect(`${saved.stdout}${saved.stderr}`.replaceAll(/\s+/g, ' ')).toContain(
    'Wrote blueprints and their inputs to schemas/fleet.schema.json, for editors.',
  );
  let written = 0;
  const openText = async (text: string) => {
    written += 1;
    const path = join(root, `fleets/${written}.yaml`);
    return { path, underlines: await server.open(path, text) };
  };
  const offers = [
    [
      ['inputs:', '  '],
      ['interval', 'list', 'root'],
    ],
    [
      ['inputs:', '  interval: '],
      ['15m', '1h', 'null'],
    ],
    [['connectors:', '  '], ['files']],
    [['cycles:', '  '], ['contacts']],
    [['cycles:', '  contacts:', '    steps:', '      '], ['List changed contacts']],
  ] as const;
  for (const [lines, expected] of offers) {
    const typed = writeFleet(...lines).slice(0, -1);
    const { path } = await openText(typed);
    const last = typed.split('\n');
    const position = { line: last.length - 1, character: last.at(-1)?.length ?? 0 };
    const offered = await server.complete(path, position);
    // The server offers a word for any key too where others are allowed.
    const labels = offered.map(({ label }) => label).filter((label) => label !== 'property');
    expect(labels.toSorted(), typed).toEqual(expected);
  }
  const mistakes = [
    ['inputs: {interval: 1h, source: Leads, root: /a}', []],
    ['inputs: {intervall: 1h}', ['Property intervall is not allowed.']],
    ['inputs: {interval: 2h}', ['Not one of 15m, 1h.']],
  ] as const;
  for (const [line, expected] of mistakes) {
    const { underlines } = await openText(writeFleet(line));
    expect(
      underlines.map(({ message }) => message),
      line,
    ).toEqual(expected);
  }
  const { underlines } = await openText(
    writeFleet('{}').replace('blueprint: sync', 'blueprint: sinc'),
  );
  expect(underlines).toEqual([{ line: 5, message: 'The project has no such blueprint.' }]);
  expect((await openText('- {name: contoso, id: contoso-1}\n')).underlines).toEqual([]);

  // Another input makes the schema stale.
  await put(root, {
    'blueprints/base.yaml': base
      .replace('root:', 'folder:')
      .replace('inputs.root', 'inputs.folder'),
  });
  const check = await runInProcess(project, 'catalog', 'save', '--check', '--format', 'json');
  expect(check.exitCode).toBe(2);
  expect(JSON.parse(check.stdout).run).toMatchObject({ fleetSchema: 'stale' });
});
