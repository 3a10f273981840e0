import { access, appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyExample, type Project } from './run-cyclectl.ts';

// Bad manifests by the real program: exit 1, the place, and nothing made: no service, no store, no key.

const contoso = 'accounts/contoso.yaml';
const name = 'displayName: Contoso';
const sku = '"[orders].[lines].sku": {step: Order received, field: "[lines].product.sku"}';

/** What is wrong, how it is written, and what must be said of it. */
type Mistake = readonly [what: string, make: (project: Project) => Promise<unknown>, says: RegExp];

function replaced(before: string, after: string): (project: Project) => Promise<void> {
  return (project) => project.edit(contoso, before, after);
}

const aliases = `labels: {a0: &a x, ${Array.from({ length: 101 }, (_, n) => `b${n}: *a`).join(', ')}}`;

const mistakes: readonly Mistake[] = [
  ['broken YAML', replaced(name, `${name}\n  retention: {`), /contoso\.yaml:\d+:\d+/],
  [
    'a key with [ and no quotes',
    replaced(sku, '[orders].total: x'),
    /contoso\.yaml:34:\d+[\s\S]*quote the key: "\[orders\]\.total"/,
  ],
  [
    'a key with a # after a space',
    replaced('Write file:', 'Write file #2:'),
    /contoso\.yaml:3\d:\d+[\s\S]*"Write file#2"/,
  ],
  [
    'text with ": " and no quotes',
    replaced(name, 'displayName: Contoso: EU'),
    /contoso\.yaml:9:\d+[\s\S]*wants quotes/,
  ],
  [
    'text with {{ }} and no quotes',
    replaced(sku, 'name: {{Order}}'),
    /contoso\.yaml:3\d:\d+[\s\S]*\{expression: '\{\{Order\}\}'\}/,
  ],
  [
    'text with ${ and no quotes',
    replaced(name, 'displayName: $'.concat('{account.id}')),
    /contoso\.yaml:9:\d+[\s\S]*interpolat/,
  ],
  [
    'a key written twice',
    replaced(name, `${name}\n  ${name}`),
    /contoso\.yaml:10:3[\s\S]*yaml-duplicate-key/,
  ],
  [
    'a tag beyond the core schema',
    replaced(name, 'displayName: !secret Contoso'),
    /contoso\.yaml:9:24[\s\S]*tag/,
  ],
  ['a key that is a map', replaced(name, '? {a: b}\n  : Contoso'), /contoso\.yaml:9:\d+/],
  [
    'more than a hundred aliases',
    replaced('labels: {tier: starter}', aliases),
    /contoso\.yaml:6:\d+[\s\S]*100/,
  ],
  ['an unknown key', replaced('retention:', 'retentoin:'), /contoso\.yaml:10:3[\s\S]*retention/],
  ['a value of the wrong type', replaced(name, 'displayName: 17'), /contoso\.yaml:9:16/],
  ['an empty value', replaced(name, 'displayName:'), /contoso\.yaml:9:\d+[\s\S]*null/],
  [
    'an interval that is not on the list',
    replaced('state: active', 'state: active\n      schedule: {every: 7m}'),
    /contoso\.yaml:30:\d+[\s\S]*15m/,
  ],
  [
    'an unknown time zone',
    replaced(name, `${name}\n  timezone: Europe/Berln`),
    /contoso\.yaml:10:\d+[\s\S]*Europe\/Berlin/,
  ],
  ['a retention above 744 hours', replaced('744', '745'), /contoso\.yaml:10:\d+[\s\S]*744/],
  [
    'a literal where a secret belongs',
    replaced('{file: secrets/contoso-warehouse-key.not-a-secret}', 'sk-canary-77'),
    /contoso\.yaml:20:22[\s\S]*\{env: /,
  ],
  [
    'two manifests of one account',
    (project) => project.edit('accounts/northwind.yaml', 'name: northwind', 'name: contoso'),
    /contoso\.yaml:\d+:\d+[\s\S]*northwind\.yaml:\d+:\d+|northwind\.yaml:\d+:\d+[\s\S]*contoso\.yaml:\d+:\d+/,
  ],
  [
    'a file of 50 MB',
    (project) => truncate(join(project.directory, contoso), 50_000_000),
    /contoso\.yaml[\s\S]*2 MiB/,
  ],
  [
    'a binary file',
    (project) => appendFile(join(project.directory, contoso), Buffer.from([0, 255, 1])),
    /contoso\.yaml/,
  ],
  [
    'no cyclectl.yaml',
    (project) => rm(join(project.directory, 'cyclectl.yaml')),
    /cyclectl\.yaml[\s\S]*-C/,
  ],
  [
    'a folder of manifests that is not there',
    (project) => rm(join(project.directory, 'accounts'), { recursive: true }),
    /accounts/,
  ],
];

describe('an apply of bad manifests', () => {
  it.each(mistakes)('refuses %s and makes nothing', async (_what, make, says) => {
    const project = await copyExample('quickstart');
    await make(project);
    const result = await project.run('apply', '--yes');
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toMatch(says);
    expect(result.stderr).not.toContain('canary');
    await expect(access(join(project.directory, '.cyclectl'))).rejects.toThrow('ENOENT');
  });

  it('of an empty folder has nothing to do and says so', async () => {
    const project = await copyExample('quickstart');
    for (const file of [contoso, 'accounts/northwind.yaml']) {
      await rm(join(project.directory, file));
    }
    const result = await project.run('apply', '--yes');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout).toContain('No changes');
  });

  it('whose secrets have no value fails those accounts alone', async () => {
    const project = await copyExample('quickstart');
    await writeFile(join(project.directory, 'secrets/contoso-client-secret.not-a-secret'), '');
    const result = await project.run('apply', '--yes');
    expect(result).toMatchObject({ exitCode: 3 });
    expect(`${result.stdout}${result.stderr}`).toContain('contoso-client-secret');
    const plan = ['plan', '--exit-code', '--select'];
    expect(await project.run(...plan, 'account=northwind')).toMatchObject({ exitCode: 0 });
    expect(await project.run(...plan, 'account=contoso')).toMatchObject({ exitCode: 1 });
  });
});
