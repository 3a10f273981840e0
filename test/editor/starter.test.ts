import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { init, nameFolder } from '../support/begin-project.ts';
import { closeAfterFile } from '../support/opened.ts';
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
