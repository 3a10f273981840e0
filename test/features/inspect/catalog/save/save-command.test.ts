import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCatalogFile } from '../../../../../src/engine/catalog/parse-catalog-file.ts';
import { formatSavedText } from '../../../../../src/features/inspect/catalog/save/format-saved.ts';
import { plainPaint } from '../../../../../src/reports/text/paint.ts';
import { readGolden } from '../../../../golden/read-golden.ts';
import { copyExample, type Project, readProjectFile } from '../../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../../support/run-in-process.ts';

const file = 'catalog.json';
const isUnread = /UTF-8|larger/;

/** Runs a command and gives what it says on one line. */
async function say(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
  return { exitCode, said: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

describe('catalog save', () => {
  it('writes names, types and steps of what manifests use, and the names of all else', async () => {
    const project = await copyExample('quickstart');
    expect(await say(project, 'catalog', 'save')).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('Saved 5 releases and 3 templates in full, and 3 names'),
    });
    const text = await readProjectFile(project, file);
    expect(text).toBe(await readGolden('catalog/catalog.json', text));
    await project.edit('world.yaml', 'seed: 2026', 'seed: 7');
    expect((await say(project, 'catalog', 'save', '--check')).exitCode, 'other ids').toBe(0);
    expect(parseCatalogFile(text).kind).toBe('catalogs');
    expect((await stat(join(project.directory, file))).mode & 0o777).toBe(0o644);
  });

  it('sends two lists, one request per used release, and one per used template', async () => {
    const project = await copyExample('quickstart');
    const { stderr } = await runInProcess(project, '-v', 'catalog', 'save');
    const sent = stderr
      .match(/(?<=GET )\/\S+/g)
      ?.map((path) => path.replace(/(?<=\/\w+\/)[\w-]+/, 'ID'));
    expect(sent?.toSorted()).toEqual([
      '/connectors',
      ...Array(4).fill('/connectors/ID/methods'),
      '/templates',
      ...Array(3).fill('/templates/ID/export'),
    ]);
  });

  it('writes the same bytes again, and nothing if nothing has changed', async () => {
    const project = await copyExample('quickstart');
    await say(project, 'catalog', 'save');
    const path = join(project.directory, file);
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.replaceAll('\n', '\r\n'));
    expect((await say(project, 'catalog', 'save')).said).toContain('catalog.json is up to date.');
    expect(await readFile(path, 'utf8')).toBe(before.replaceAll('\n', '\r\n'));
    await rm(path);
    await say(project, 'catalog', 'save');
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('saves no value of a template, only that there is one', async () => {
    const project = await copyExample('quickstart');
    const [first, second] = ['a value of a template', 'the value of a variable'];
    const world = await readProjectFile(project, 'world.yaml');
    await writeFile(
      join(project.directory, 'world.yaml'),
      world
        .replaceAll('region: eu}', `region: ${JSON.stringify(second)}}`)
        .replace('Source: web', `Source: ${JSON.stringify(first)}`),
    );
    const { stdout } = await runInProcess(project, 'catalog', 'save', '--format', 'json');
    const text = await readProjectFile(project, file);
    for (const value of [first, second]) expect(text + stdout).not.toContain(value);
    expect(text).toContain('{ "name": "Source", "type": "Text", "set": true }');
  });
});

describe('catalog save --check', () => {
  it('says by name what changed, and ends with code 2', async () => {
    const project = await copyExample('quickstart');
    expect(await say(project, 'catalog', 'save', '--check')).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining(
        'The project has no catalog.json. To save it: cyclectl catalog save -C',
      ),
    });
    await say(project, 'catalog', 'save');
    expect(await say(project, 'catalog', 'save', '--check')).toMatchObject({ exitCode: 0 });
    const before = await readProjectFile(project, file);
    await project.edit('world.yaml', 'values: [eu, us]', 'values: [eu, us, apac]');
    await project.edit('world.yaml', 'values: [subscribed, pending]', 'required: true');
    await project.edit('world.yaml', '  - name: Order Backfill', '  - name: Backfill');
    await project.edit(
      'world.yaml',
      '  - name: Get contact\n        connector: Sample CRM\n      - name: Write',
      '  - name: Get one\n        method: Get contact\n        connector: Sample CRM\n      - name: Write',
    );
    await project.edit(
      'world.yaml',
      '{step: Get contact, field: Company.Name}',
      '{step: Get one, field: Company.Name}',
    );
    const { exitCode, said } = await say(project, 'catalog', 'save', '--check');
    expect(exitCode).toBe(2);
    for (const change of [
      '~ connector "Sample CRM 2.0", property "region": Text, values eu, us → Text, values apac, eu, us',
      '~ template "Contacts to Mailer", step "Add subscriber", field "Status": Text, values pending, subscribed → required, Text',
      '+ template "Backfill": known by name, tags orders',
      '- template "Order Backfill": known by name, tags orders',
      '+ template "Contacts to Files", step "Get one": connector Sample CRM, method Get contact, after List changed contacts',
      '- template "Contacts to Files", step "Get contact": connector',
      'To save them: cyclectl catalog save -C',
    ]) {
      expect(said).toContain(change);
    }
    expect(await readProjectFile(project, file), 'a check writes nothing').toBe(before);
    expect((await say(project, 'catalog', 'save')).said).toContain(change(said));
    expect(await say(project, 'catalog', 'save', '--check')).toMatchObject({ exitCode: 0 });
  });

  it('names a connector that manifests have come to use, without each of its parts', async () => {
    const project = await copyExample('quickstart');
    const manifest = await readProjectFile(project, 'accounts/contoso.yaml');
    await writeFile(
      join(project.directory, 'accounts/contoso.yaml'),
      manifest.replace(/ {4}app:\n.*\n.*\n/, ''),
    );
    await say(project, 'catalog', 'save');
    await writeFile(join(project.directory, 'accounts/contoso.yaml'), manifest);
    const { stdout } = await runInProcess(
      project,
      'catalog',
      'save',
      '--check',
      '--format',
      'json',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'catalog-save',
      run: { environment: 'local', check: true, written: false, isSaved: true },
      changes: [
        {
          kind: 'changed',
          path: [{ thing: 'connector', name: 'Our App 1.4' }],
          before: 'known by name',
          after: 'in full',
        },
      ],
    });
  });
});

describe('a project of two environments', () => {
  it('has each entry once, and names environments where they differ, in any order of saving', async () => {
    const project = await openTwo();
    await say(project, 'catalog', 'save', '-e', 'local');
    await say(project, 'catalog', 'save', '-e', 'other');
    const text = await readProjectFile(project, file);
    expect(text).toContain('"environments": {\n    "local": {},\n    "other": {}\n  }');
    const entries: { name: string; in?: string[] }[] = JSON.parse(text).templates;
    expect(
      entries.flatMap(({ name, in: only }) => (only === undefined ? [] : [[name, only]])),
    ).toEqual([
      ['Contacts to Mail', ['other']],
      ['Contacts to Mailer', ['local']],
    ]);
    await rm(join(project.directory, file));
    await say(project, 'catalog', 'save', '-e', 'other');
    await say(project, 'catalog', 'save', '-e', 'local');
    expect(await readProjectFile(project, file)).toBe(text);
  });

  it('drops the catalog of an environment that the project has no more', async () => {
    const project = await openTwo();
    await say(project, 'catalog', 'save', '-e', 'local');
    await say(project, 'catalog', 'save', '-e', 'other');
    await project.edit(
      'cyclectl.yaml',
      '    other: {service: {emulator: {world: other.yaml}}}\n',
      '',
    );
    const { exitCode, said } = await say(project, 'validate');
    expect(exitCode).toBe(0);
    expect(said).toContain('[catalog-environment-unknown]');
    await say(project, 'catalog', 'save');
    expect(JSON.parse(await readProjectFile(project, file)).environments).toEqual({ local: {} });
    expect((await say(project, 'validate')).said).not.toContain('catalog');
  });
});

describe('a file that is no catalog', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['no JSON', '{', 'it is not JSON'],
    ['a list', '[]', 'the file is a list, and must be a map'],
    ['null', 'null', 'the file is null, and must be a map'],
    ['too deep', '['.repeat(5000), 'it has more than 12 levels'],
    ['NULs', 'a\0b', 'is not UTF-8 text'],
    ['another format', '{"format": "cyclectl-catalog/9"}', 'has the format cyclectl-catalog/9'],
    ['a conflict', '{\n<<<<<<< ours\n}', 'Unresolved merge conflict'],
    [
      'a wrong type',
      '{"format":"cyclectl-catalog/1","environments":{},"connectors":[{"name":7}],"templates":[]}',
      '"name" of connector 1 is a number, and must be text',
    ],
    [
      'a prototype',
      '{"format":"cyclectl-catalog/1","environments":{},"connectors":[{"name":"a","__proto__":{}}],"templates":[]}',
      'connector "a" has the unknown key "__proto__"',
    ],
    [
      'half an entry',
      '{"format":"cyclectl-catalog/1","environments":{},"connectors":[{"name":"a","methods":[]}],"templates":[]}',
      'connector "a" has "methods" without "properties"',
    ],
    [
      'an unknown environment',
      '{"format":"cyclectl-catalog/1","environments":{},"connectors":[{"name":"a","in":["b"]}],"templates":[]}',
      'connector "a" names the environment "b", which the file lacks',
    ],
    ['a large one', `{"a": "${'x'.repeat(33 * 2 ** 20)}"}`, 'is larger than 32 MiB'],
  ])('is reported and left as it is: %s', async (_, text, says) => {
    const project = await copyExample('quickstart');
    await project.write(file, text);
    for (const command of [['validate'], ['catalog', 'save', '--check']]) {
      const { exitCode, said } = await say(project, ...command);
      expect(exitCode).toBe(1);
      // A file without a text has no line.
      expect(/catalog\.json:\d+:\d+: error: /.test(said)).toBe(!isUnread.test(says));
      expect(said).toContain(says);
    }
    expect(await readProjectFile(project, file)).toBe(text);
    const isOtherFormat = says.includes('format');
    expect((await say(project, 'catalog', 'save')).exitCode).toBe(isOtherFormat ? 0 : 1);
    expect((await readProjectFile(project, file)) === text).toBe(!isOtherFormat);
  });

  it('is reported if it is a folder or a link, through which nothing is written', async () => {
    const project = await copyExample('quickstart');
    const path = join(project.directory, file);
    await mkdir(path);
    expect((await say(project, 'validate')).said).toContain('catalog.json is not a file');
    expect((await say(project, 'catalog', 'save')).exitCode).toBe(1);
    await rm(path, { recursive: true });
    for (const target of ['/etc/hostname', join(project.directory, 'absent.json'), 'world.yaml']) {
      await symlink(target, path);
      expect((await say(project, 'catalog', 'save')).exitCode, target).toBe(1);
      await rm(path);
    }
    await expect(stat(join(project.directory, 'absent.json'))).rejects.toThrow();
  });
});

/** The quickstart with a second service, whose template has another name. */
async function openTwo(): Promise<Project> {
  const project = await copyExample('quickstart');
  const settings = await readProjectFile(project, 'cyclectl.yaml');
  await project.write(
    'cyclectl.yaml',
    `${settings.trimEnd()}\n    other: {service: {emulator: {world: other.yaml}}}\n`,
  );
  const world = await readProjectFile(project, 'world.yaml');
  await project.write(
    'other.yaml',
    world
      .replace('seed: 2026', 'seed: 7')
      .replace('- name: Contacts to Mailer', '- name: Contacts to Mail'),
  );
  return project;
}

function change(said: string): string {
  return /~ connector .*? → Text, values apac, eu, us/.exec(said)?.[0] ?? 'no change';
}

it('says nothing of names where the file has all in full', () => {
  const present = { areTemplatesListed: true, connectors: [], templates: [] };
  const saving = {
    environment: 'local',
    directory: '.',
    present,
    changes: null,
    isFound: false,
    isCheck: false,
  };
  const text = formatSavedText(
    { ...saving, schemas: { account: 'none', fleet: 'none' }, isWritten: true },
    { environment: 'local', service: 'emulator', address: 'world.yaml' },
    plainPaint,
  );
  expect(text).toContain('Saved 0 releases and 0 templates in full to catalog.json.');
});
