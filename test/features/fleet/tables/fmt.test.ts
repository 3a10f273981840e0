import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';

const table = 'fleets/customers.csv';

describe('fleet fmt', () => {
  let project: Project;

  beforeAll(async () => {
    project = await copyExample('fleet');
    const owner = await readProjectFile(project, 'fleets/customers.yaml');
    await project.write('fleets/customers.yaml', owner.replace(/ {2}overrides:[\s\S]*$/, ''));
  });

  const write = (text: string) => project.write(table, text);

  it('sorts rows and columns, and writes commas, LF and no byte order mark', async () => {
    const text =
      '\ufeffregion;title;labels.tier;name;note;id\r\neu;"A; B";gold;b-2;;two\r\n\r\nus;B;;b-10;"Say ""no""";ten\r\n';
    await write(text);
    const checked = await project.run('fleet', 'fmt', '--check');
    expect(checked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(checked.stderr).toContain('fleets/customers.csv:1:1');
    expect(checked.stderr).toContain('table-form');
    expect(await readProjectFile(project, table)).toBe(text);
    expect(await project.run('fleet', 'fmt')).toMatchObject({
      exitCode: 0,
      stdout: 'Formatted fleets/customers.csv.',
      stderr: '',
    });
    expect(await readProjectFile(project, table)).toBe(
      'name,id,labels.tier,note,title,region\nb-10,ten,,"Say ""no""",B,us\nb-2,two,gold,,"A; B",eu\n',
    );
  });

  it('changes nothing of a table in canonical form', async () => {
    const checked = await project.run('fleet', 'fmt', '--check', '--format', 'json');
    expect(checked.exitCode).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      kind: 'fleet-fmt',
      tables: [{ path: table, changed: false }],
    });
    expect((await project.run('fleet', 'fmt')).stdout).toBe('No change. 1 table.');
  });

  it('keeps a column that no row gives, and names the first line of another form', async () => {
    await write('name,id,title,timezone,region\na,a,A,,eu\nc,c,C,,eu\nb,b,B,,eu\n');
    const checked = await project.run('fleet', 'fmt', '--check', '--format', 'json');
    expect(checked.exitCode).toBe(1);
    expect(checked.stderr).toContain('fleets/customers.csv:3:1');
    expect(JSON.parse(checked.stdout).tables).toEqual([{ path: table, changed: true }]);
    await project.run('fleet', 'fmt');
    expect(await readProjectFile(project, table)).toBe(
      'name,id,title,timezone,region\na,a,A,,eu\nb,b,B,,eu\nc,c,C,,eu\n',
    );
  });

  it('writes nothing in a project with mistakes', async () => {
    const text = 'name,title,id,region\nb,B,b,eu\nb,A,a,eu\n';
    await write(text);
    const refused = await project.run('fleet', 'fmt');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('duplicate-account');
    expect(await readProjectFile(project, table)).toBe(text);
  });

  it('sorts the rows of a YAML table with the comments above them', async () => {
    const owner = await readProjectFile(project, 'fleets/customers.yaml');
    await project.write('fleets/customers.yaml', owner.replace(table, 'fleets/rows.yaml'));
    await project.write(
      'fleets/rows.yaml',
      '# yaml-language-server: $schema=x\n\n# The second.\n- name: b\n  id: "007" # kept\n  title: B\n  region: eu\n\n# The first.\n- {name: a, id: a, title: A, region: eu} # An A.\n# The end.\n',
    );
    expect((await project.run('fleet', 'fmt', '--check')).stderr).toContain('fleets/rows.yaml:3:1');
    expect((await project.run('fleet', 'fmt')).exitCode).toBe(0);
    expect(await readProjectFile(project, 'fleets/rows.yaml')).toBe(
      '# yaml-language-server: $schema=x\n\n# The first.\n# An A.\n- name: a\n  id: a\n  title: A\n  region: eu\n# The second.\n- name: b\n  id: "007" # kept\n  title: B\n  region: eu\n\n# The end.\n',
    );
    expect((await project.run('fleet', 'fmt', '--check')).exitCode).toBe(0);
  });

  it('writes a YAML table in brackets as a block list, with all of its comments', async () => {
    await project.write(
      'fleets/rows.yaml',
      '[{name: b, id: "007", title: B, region: eu}, # beside b\n  # above a\n  {name: a, # in a\n   id: a, title: A, region: eu}\n  # The end.\n]\n',
    );
    expect((await project.run('fleet', 'fmt')).exitCode).toBe(0);
    expect(await readProjectFile(project, 'fleets/rows.yaml')).toBe(
      '# above a\n# in a\n- name: a\n  id: a\n  title: A\n  region: eu\n# beside b\n- name: b\n  id: "007"\n  title: B\n  region: eu\n# The end.\n',
    );
    expect((await project.run('fleet', 'fmt', '--check')).exitCode).toBe(0);
  });

  it('sorts and indents the rows of a JSON table', async () => {
    const owner = await readProjectFile(project, 'fleets/customers.yaml');
    await project.write('fleets/customers.yaml', owner.replace('rows.yaml', 'rows.json'));
    await rm(join(project.directory, 'fleets/rows.yaml'));
    const row = (name: string) => ({ name, id: name, title: name, region: 'eu' });
    await project.write('fleets/rows.json', JSON.stringify([row('b'), row('a')]));
    expect((await project.run('fleet', 'fmt', '--check')).exitCode).toBe(1);
    expect((await project.run('fleet', 'fmt')).exitCode).toBe(0);
    const text = `${JSON.stringify([row('a'), row('b')], null, 2)}\n`;
    expect(await readProjectFile(project, 'fleets/rows.json')).toBe(text);
  });
});
