import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readGolden } from '../../../../golden/read-golden.ts';
import { findRawLines } from '../../../../reports/samples/read-text.ts';
import { copyExample, type Project } from '../../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../../support/run-in-process.ts';

/** Runs a command that must end well; gives its stdout. */
async function print(project: Project, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return `${stdout}\n`;
}

/** Pastes a fragment into the only account of the project. */
async function paste(project: Project, fragment: string): Promise<void> {
  for (const name of ['northwind', 'contoso']) {
    await rm(join(project.directory, `accounts/${name}.yaml`), { force: true });
  }
  await project.write(
    'accounts/fabrikam.yaml',
    `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: fabrikam}\nspec:\n  id: fabrikam\n${fragment}`,
  );
  await print(project, 'catalog', 'save');
}

/** Writes a value of its type at each line that lacks one, and uses the optional lines if asked. */
function fill(fragment: string, use: 'required' | 'all'): string {
  const lines = fragment
    .split('\n')
    .filter((line) => !line.startsWith('  # '))
    .map((line) => (use === 'all' ? line.replace(/^( +)# (?=.*:)/, '$1') : line))
    .filter((line) => !/^ *#/.test(line) && line !== '');
  const depth = (line = '') => line.length - line.trimStart().length;
  return lines
    .flatMap((line, index) => {
      const [, key, about = ''] =
        /^( *(?:"(?:[^"\\]|\\.)*"|[^#:]+):) *(?:# (.*))?$/.exec(line) ?? [];
      if (key === undefined || depth(lines[index + 1]) > depth(line)) return [line];
      // A step without parameters and fields has nothing to write.
      if (depth(line) === 8 && index > lines.indexOf('      steps:')) return [];
      return [`${key} ${chooseValue(about)}`];
    })
    .join('\n')
    .concat('\n');
}

function chooseValue(about: string): string {
  const listed = /one of ("(?:[^"\\]|\\.)*"|[^,]+)/.exec(about)?.[1];
  if (listed !== undefined) return listed;
  if (about.includes('Integer')) return '7';
  if (about.includes('Boolean')) return 'true';
  return about.includes('DateTime') ? '2026-12-01T05:00:00Z' : 'text';
}

const names = [
  'Contacts to Files',
  'Orders to Files',
  'Contacts to Mailer',
  'CRM to CRM',
  'Order Backfill',
  'Files Apart',
];

describe('catalog templates NAME', () => {
  it('refuses a search, which is for the list', async () => {
    const project = await copyExample('quickstart');
    const { exitCode, stdout, stderr } = await runInProcess(
      project,
      'catalog',
      'templates',
      'CRM to CRM',
      '--search',
      'CRM',
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('Remove --search, or the name of the template.');
  });

  it('prints connectors, slots, variables and steps, with what is required', async () => {
    const project = await copyExample('quickstart');
    for (const name of ['Order Backfill', 'CRM to CRM']) {
      const text = await print(project, 'catalog', 'templates', name);
      const file = `catalog/${name.toLowerCase().replaceAll(' ', '-')}.yaml`;
      expect(text).toBe(await readGolden(file, text));
    }
  });

  it.each(names)(
    'prints a part of a manifest that is valid with the missing values: %s',
    async (name) => {
      const project = await copyExample('quickstart');
      const fragment = await print(project, 'catalog', 'templates', name);
      await paste(project, fill(fragment, 'required'));
      expect(await print(project, 'validate')).toBe('Valid. 1 account.\n');
    },
  );

  it.each(names)(
    'prints optional lines that are valid with values of their types: %s',
    async (name) => {
      const project = await copyExample('quickstart');
      const fragment = await print(project, 'catalog', 'templates', name);
      await paste(project, fill(fragment, 'all'));
      expect(await print(project, 'validate')).toBe('Valid. 1 account.\n');
    },
  );

  it('is not valid before the missing values are written', async () => {
    const project = await copyExample('quickstart');
    const fragment = await print(project, 'catalog', 'templates', 'Order Backfill');
    await paste(project, fill(fragment, 'required'));
    await project.edit('accounts/fabrikam.yaml', 'order.state: text', 'order.state:');
    expect((await runInProcess(project, 'validate')).exitCode).toBe(1);
  });

  it('prints names of every kind as YAML that means them', async () => {
    const project = await copyExample('quickstart', { NAME: 'not-a-secret' });
    const hostile = `a: "b" #1 \u202e \${vars.x} \u{1f600} it's`;
    await project.write('world.yaml', stringify(makeWorld(hostile)));
    const fragment = await print(project, 'catalog', 'templates', hostile);
    expect(findRawLines(fragment)).toEqual([]);
    await paste(project, fill(fragment, 'all'));
    expect(await print(project, 'validate')).toBe('Valid. 1 account.\n');
    const { stdout } = await runInProcess(project, 'plan', '--format', 'json');
    expect(stdout).not.toContain('"severity":"error"');
  });

  it('names similar templates, and refuses one of several of a name', async () => {
    const project = await copyExample('quickstart');
    const unknown = await runInProcess(project, 'catalog', 'templates', 'Contacts to File');
    expect(unknown.exitCode).toBe(1);
    expect(unknown.stderr).toContain('Nearest names: "Contacts to Files"');
    await project.edit('world.yaml', '- name: Files Apart', '- name: Contacts to Files');
    const several = await runInProcess(project, 'catalog', 'templates', 'Contacts to Files');
    expect(several.exitCode).toBe(1);
    expect(several.stderr).toContain('[template-ambiguous]');
  });

  it('gives the template as data in the form of catalog.json, without values', async () => {
    const project = await copyExample('quickstart');
    const text = await print(
      project,
      'catalog',
      'templates',
      'Contacts to Mailer',
      '--format',
      'json',
    );
    expect(JSON.parse(text)).toMatchObject({
      kind: 'catalog',
      run: { of: 'template' },
      template: { name: 'Contacts to Mailer', variables: [{ name: 'region', set: true }] },
      connectors: [{ name: 'Sample CRM', version: '2.0' }, { name: 'Sample Mailer' }],
    });
    expect(text).not.toContain('web"');
  });
});

function makeWorld(name: string) {
  const item = { name: `p ${name}`, required: true };
  return {
    seed: 1,
    clients: [{ clientId: 'quickstart', clientSecret: 'quickstart-not-a-secret' }],
    connectors: [
      {
        name: `c ${name}`,
        authentication: [{ name: `k ${name}`, type: 'ApiKey' }],
        releases: [
          {
            version: '1: "0"',
            properties: [
              { name: `p ${name}`, optional: false },
              { name: 'constructor', optional: false },
            ],
            methods: [
              {
                name: `m ${name}`,
                parameters: [item, { name: 'on', values: [`v ${name}`, 'true'] }],
                fields: [{ location: `f/${name}`, required: true }, 'null', '[a].[b].c'],
              },
            ],
          },
        ],
      },
    ],
    templates: [
      {
        name,
        variables: { [`v ${name}`]: '' },
        steps: [
          { name: `s ${name}`, connector: `c ${name}`, method: `m ${name}` },
          { name: `s ${name}`, connector: `c ${name}#2`, method: `m ${name}` },
        ],
      },
    ],
  };
}
