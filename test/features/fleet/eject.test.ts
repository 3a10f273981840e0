import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { withOverlay } from '../../../src/engine/load/with-overlay.ts';
import { compareProjects } from '../../../src/features/fleet/compare-projects.ts';
import { makeEjection } from '../../../src/features/fleet/eject/make-ejection.ts';
import { blueprint, fleet, indexTexts, texts } from '../../engine/index/fleet-texts.ts';
import { smallAccount } from '../../support/git-repository.ts';
import { copyExample, type Project, readProjectFile } from '../../support/run-cyclectl.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';

describe('render --eject', () => {
  let project: Project;

  beforeAll(async () => {
    project = await copyExample('fleet');
  });

  it('writes a row as a file that plans the same, and removes its row and its override alone', async () => {
    const few = ['--select', 'account=north-017', '--format', 'json'];
    const listAccounts = async () =>
      JSON.parse((await project.run('plan', ...few)).stdout).accounts;
    const [table, owner] = ['fleets/customers.csv', 'fleets/customers.yaml'];
    const [rows, written] = await Promise.all(
      [table, owner].map((file) => readProjectFile(project, file)),
    );
    const planned = await listAccounts();
    const { stdout, exitCode } = await project.run('render', 'north-017', '--eject');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      'Wrote accounts/north-017.yaml, and removed the row of fleets/customers.csv and the override of fleets/customers.yaml. north-017 is the same in every environment.',
    );
    expect(await readProjectFile(project, table)).toBe(rows?.replace(/^north-017,.*\n/m, ''));
    expect(await readProjectFile(project, owner)).toBe(
      written?.replace(/ {2}overrides:[\s\S]*$/, ''),
    );
    expect(await readProjectFile(project, 'accounts/north-017.yaml')).toContain(
      '# Reads its own export at night',
    );
    const places = ['at', 'file', 'line', 'column', 'endLine', 'endColumn', 'pointer', 'digest'];
    const strip = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, part) => (places.includes(key) ? undefined : part)));
    expect(strip(await listAccounts())).toEqual(strip(planned));
  });

  it('refuses an account that has a file, and a file that is in the way', async () => {
    const again = await project.run('render', 'north-017', '--eject');
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    expect(again.stderr).toContain('north-017 is no row of a table');
    await project.write('accounts/north-016.yaml', smallAccount('other'));
    const rows = await readProjectFile(project, 'fleets/customers.csv');
    const taken = await project.run('render', 'north-016', '--eject');
    expect(taken.exitCode).toBe(1);
    expect(taken.stderr).toMatch(/accounts\/north-016\.yaml\s+exists\s+already/);
    expect(await readProjectFile(project, 'fleets/customers.csv')).toBe(rows);
    await project.edit(
      'fleets/customers.csv',
      'east-001.example,standard,,,East 1',
      'east-001.example,standard,leaving,,East 1',
    );
    expect((await project.run('render', 'east-001', '--eject')).stderr).toContain('is leaving');
    await expect(access(join(project.directory, 'accounts/east-001.yaml'))).rejects.toThrow();
    expect((await project.run('render', '--all', '--eject')).exitCode).toBe(1);
  });
});

describe('makeEjection', () => {
  const alike = blueprint.slice(0, blueprint.indexOf('  environments:'));

  it('keeps the placeholder of a value that differs between environments', async () => {
    const table = `name,ids.prod,ids.staging,folder\r\nnorth-1,p-1,s-1,"/a\n\${vars.zone}"\r\n\r\nnorth-2,p-2,s-2,/b`;
    const changed = {
      'fleets/customers.csv': table,
      'blueprints/sync.yaml': alike.replace(`\${account.name}`, `\${account.id}`),
    };
    const first = await eject('north-1', changed);
    expect(first.texts.get('accounts/north-1.yaml')).toContain(`timezone: \${vars.zone}`);
    expect(first.texts.get('accounts/north-1.yaml')).toMatch(/\/a\n +\$\$\{vars\.zone\}\n/);
    expect(first.texts.get('fleets/customers.csv')).toBe(
      table.replace(/north-1[\s\S]*zone\}"\r\n/, ''),
    );
    expect(first.compared).toMatchObject({ equal: 2, diagnostics: [] });
    const last = await eject('north-2', changed);
    expect(last.compared?.differing.size).toBe(0);
    expect(last.texts.get('fleets/customers.csv')).toBe(table.replace(/north-2.*/, ''));
  });

  it('refuses a value that only a blueprint can have for one environment', async () => {
    const { summaries } = await eject('north-1', {});
    expect(summaries).toEqual([
      expect.stringContaining('cycles/contacts/state of north-1 differs between environments'),
      expect.stringContaining('displayName of north-1 differs between environments'),
    ]);
  });

  it('removes the entry of a table in YAML or JSON, and one override of several', async () => {
    const rows = '# Ours.\n- name: north-1 # first\n  id: n-1\n\n- {name: north-2, id: n-2}\n';
    const overrides = `${fleet}    - {account: north-1, reason: r, owner: o, set: {timezone: UTC}} # keep\n`;
    for (const [file, text, left] of [
      ['rows.yaml', rows, '# Ours.\n- name: north-1 # first\n  id: n-1\n'],
      [
        'rows.json',
        '[{"name": "north-1", "id": "n-1"}, {"name": "north-2", "id": "n-2"}]',
        '[{"name": "north-1", "id": "n-1"}]',
      ],
    ] as const) {
      const changed = {
        'blueprints/sync.yaml': alike,
        'fleets/customers.yaml': overrides.replace('customers.csv', file),
        [`fleets/${file}`]: text,
      };
      const ejected = await eject('north-2', changed);
      expect(ejected.compared).toMatchObject({ equal: 2, diagnostics: [] });
      expect(ejected.texts.get(`fleets/${file}`)?.trimEnd()).toBe(left.trimEnd());
      expect(ejected.texts.get('fleets/customers.yaml')).toBe(
        overrides.replace('customers.csv', file).replace(/ {4}- \{account: north-2.*\n/, ''),
      );
    }
  });
});

/** Ejects an account of the project with some texts changed. */
async function eject(account: string, changed: Readonly<Record<string, string>>) {
  const files = makeFiles({ ...texts, ...changed });
  const { project, index } = await indexTexts(changed);
  const entry = index.accounts.find(({ key }) => key === account);
  if (entry === undefined || project === null) throw new Error(JSON.stringify(index.diagnostics));
  const { environments } = project;
  const made = await makeEjection(entry, { files, environments, path: `accounts/${account}.yaml` });
  if ('refused' in made) {
    return {
      texts: new Map<string, string>(),
      summaries: made.refused.map(({ summary }) => summary),
    };
  }
  const edited = new Map(made.edits.map(({ path, text }) => [path, text]));
  return { texts: edited, compared: await compareProjects(files, withOverlay(files, edited)) };
}

it('says that an account of a fleet with a rollout gets the newest revision with its file', async () => {
  const project = await copyExample('fleet');
  const path = 'fleets/customers.yaml';
  const rollout = '  rollout: {waves: [{name: pilot, count: 1}]}\n';
  await project.write(path, (await readProjectFile(project, path)) + rollout);
  const ejected = await project.run('render', 'north-017', '--eject');
  expect(ejected.exitCode).toBe(0);
  expect(ejected.stdout).toContain(
    'north-017 has the newest revision of the fleet customers, whichever it was on: plan shows what its next apply changes.',
  );
});
