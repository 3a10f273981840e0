import { access, appendFile, copyFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  copyExample,
  type Project,
  type Result,
  readProjectFile,
} from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

// Bad manifests by the whole command line: exit 1, the place, and nothing made: no service, no store, no key.
// All that can stand beside each other stands in one project, since all mistakes of a run are told.

const name = 'displayName: Contoso';
const sku = '"[orders].[lines].sku": {step: Order received, field: "[lines].product.sku"}';
const aliases = `labels: {a0: &a x, ${Array.from({ length: 101 }, (_, n) => `b${n}: *a`).join(', ')}}`;

/** What is wrong, how it is written into a good manifest, and what must be said of it after its path. */
type Mistake = readonly [
  what: string,
  edit: readonly [before: string, after: string],
  says: RegExp,
];

const mistakes: readonly Mistake[] = [
  ['broken YAML', [name, `${name}\n  retention: {`], /^\d+:\d+: error/],
  [
    'a key with [ and no quotes',
    [sku, '[orders].total: x'],
    /^34:\d+[\s\S]*quote the key: "\[orders\]\.total"/,
  ],
  [
    'a key with a # after a space',
    ['Write file:', 'Write file #2:'],
    /^3\d:\d+[\s\S]*"Write file#2"/,
  ],
  [
    'text with ": " and no quotes',
    [name, 'displayName: Contoso: EU'],
    /^9:\d+[\s\S]*Quote keys and values/,
  ],
  [
    'text with {{ }} and no quotes',
    [sku, 'name: {{Order}}'],
    /^3\d:\d+[\s\S]*\{expression: '\{\{Order\}\}'\}/,
  ],
  [
    'text with ${ and no quotes',
    ['name: Sample File Store', 'name: $'.concat('{vars.store}')],
    /^\d+:\d+[\s\S]*quote the whole text around \$\{vars\.store\}/,
  ],
  [
    'a placeholder of a variable that no environment has',
    [name, 'displayName: $'.concat('{vars.name}')],
    /^9:16[\s\S]*environment local has no variable\s+name[\s\S]*spec\.environments\.local\.variables/,
  ],
  ['a key written twice', [name, `${name}\n  ${name}`], /^10:3[\s\S]*yaml-duplicate-key/],
  ['a tag beyond the core schema', [name, 'displayName: !secret Contoso'], /^9:24[\s\S]*tag/],
  ['a key that is a map', [name, '? {a: b}\n  : Contoso'], /^9:\d+/],
  ['more than a hundred aliases', ['labels: {tier: starter}', aliases], /^6:\d+[\s\S]*100/],
  ['an unknown key', ['retention:', 'retentoin:'], /^10:3[\s\S]*retention/],
  ['a value of the wrong type', [name, 'displayName: 17'], /^9:16/],
  ['an empty value', [name, 'displayName:'], /^9:\d+[\s\S]*null/],
  [
    'an interval that is not on the list',
    ['state: active', 'state: active\n      schedule: {every: 7m}'],
    /^30:\d+[\s\S]*15m/,
  ],
  [
    'an unknown time zone',
    [name, `${name}\n  timezone: Europe/Berln`],
    /^10:\d+[\s\S]*Europe\/Berlin/,
  ],
  ['a retention above 744 hours', ['744', '745'], /^10:\d+[\s\S]*744/],
  [
    'a literal where a secret belongs',
    ['{file: secrets/contoso-warehouse-key.not-a-secret}', 'sk-canary-77'],
    /^20:22[\s\S]*\{env: /,
  ],
];

/** What was said of one file: from its place to the next one. */
function findSaid(stderr: string, file: string): string {
  const found = stderr.split(/^(?=accounts\/)/m).filter((block) => block.startsWith(`${file}:`));
  return found.map((block) => block.slice(file.length + 1)).join('');
}

async function expectNothingMade(project: Project): Promise<void> {
  await expect(access(join(project.directory, '.cyclectl'))).rejects.toThrow('ENOENT');
}

describe('an apply of bad manifests names', () => {
  const fileOf = (what: string) =>
    `accounts/mistake-${mistakes.findIndex((item) => item[0] === what)}.yaml`;
  let project: Project;
  let result: Result;

  beforeAll(async () => {
    project = await copyExample('quickstart');
    const good = await readProjectFile(project, 'accounts/contoso.yaml');
    for (const [index, [what, [before, after]]] of mistakes.entries()) {
      if (!good.includes(before)) throw new Error(`The quickstart has no ${before}`);
      const text = good
        .replace(before, () => after)
        .replace('name: contoso', `name: mistake-${index}`)
        .replace('contoso.example', `mistake-${index}`);
      await project.write(fileOf(what), text);
    }
    const at = (file: string) => join(project.directory, 'accounts', file);
    await copyFile(at('northwind.yaml'), at('twin.yaml'));
    await writeFile(at('vast.yaml'), 'a: b\n');
    await truncate(at('vast.yaml'), 50_000_000);
    await writeFile(at('binary.yaml'), good);
    await appendFile(at('binary.yaml'), Buffer.from([0, 255, 1]));
    result = await runInProcess(project, 'apply', '--yes');
  });

  it.each(mistakes)('%s with its place and what to write', (what, _edit, says) => {
    expect(findSaid(result.stderr, fileOf(what))).toMatch(says);
  });

  it('two manifests of one account, a file of 50 MB and a binary file', () => {
    const twins = findSaid(result.stderr, 'accounts/twin.yaml');
    expect(`${twins}${findSaid(result.stderr, 'accounts/northwind.yaml')}`).toMatch(
      /^\d+:\d+: error/,
    );
    expect(result.stderr).toContain('duplicate-account');
    expect(result.stderr.replaceAll(/\s+/g, ' ')).toMatch(/vast\.yaml[^→]*1 MiB/);
    expect(result.stderr).toMatch(/binary\.yaml/);
  });

  it('no secret, ends with 1 and makes nothing', async () => {
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).not.toContain('canary');
    await expectNothingMade(project);
  });
});

describe('an apply', () => {
  it('without cyclectl.yaml or its folder of manifests names it, and makes nothing', async () => {
    const project = await copyExample('quickstart');
    await rm(join(project.directory, 'accounts'), { recursive: true });
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('accounts'),
    });
    await rm(join(project.directory, 'cyclectl.yaml'));
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/cyclectl\.yaml[\s\S]*-C/),
    });
    await expectNothingMade(project);
  });

  it('of an empty folder has nothing to do and says so', async () => {
    const project = await copyExample('quickstart');
    await rm(join(project.directory, 'accounts/contoso.yaml'));
    await rm(join(project.directory, 'accounts/northwind.yaml'));
    const result = await runInProcess(project, 'apply', '--yes');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout).toContain('No changes');
  });

  it('whose secrets have no value fails those accounts alone', async () => {
    const project = await copyExample('quickstart');
    await writeFile(join(project.directory, 'secrets/contoso-client-secret.not-a-secret'), '');
    const result = await runInProcess(project, 'apply', '--yes');
    expect(result).toMatchObject({ exitCode: 3 });
    expect(`${result.stdout}${result.stderr}`).toContain('contoso-client-secret');
    const plan = ['plan', '--exit-code', '--select'];
    expect(await runInProcess(project, ...plan, 'account=northwind')).toMatchObject({
      exitCode: 0,
    });
    expect(await runInProcess(project, ...plan, 'account=contoso')).toMatchObject({ exitCode: 1 });
  });
});
