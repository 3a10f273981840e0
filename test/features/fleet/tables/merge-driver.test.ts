import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { commit, git, person } from '../../../support/git-repository.ts';
import {
  copyExample,
  type Project,
  programPath,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';

const table = 'fleets/customers.csv';
const head = 'name,id,labels.tier,title,region,note\n';
const rows = ['a,a-id,,A,eu,\n', 'b,b-id,,B,eu,\n', 'c,c-id,,C,eu,\n', 'd,d-id,,D,eu,\n'];
const base = head + rows.join('');

describe('the merge driver', () => {
  let project: Project;

  beforeAll(async () => {
    project = await copyExample('fleet');
    const { directory } = project;
    const owner = await readProjectFile(project, 'fleets/customers.yaml');
    await project.write('fleets/customers.yaml', owner.replace(/ {2}overrides:[\s\S]*$/, ''));
    await project.write('.gitattributes', 'fleets/*.csv text eol=lf merge=cyclectl\n');
    await project.write(table, base);
    await git(directory, 'init', '--quiet', '--initial-branch=main');
    const driver = `"${process.execPath}" "${programPath}" fleet merge %O %A %B`;
    await git(directory, 'config', 'merge.cyclectl.driver', driver);
    await commit(project, 'Add the fleet');
  });

  /** Merges two branches, each with a table of its own. */
  async function mergeBranches(name: string, ours: string, theirs: string) {
    const { directory } = project;
    for (const [side, text] of [
      ['theirs', theirs],
      ['ours', ours],
    ] as const) {
      await git(directory, 'checkout', '--quiet', '-b', `${name}-${side}`, 'main');
      await project.write(table, text);
      await commit(project, side);
    }
    const words = ['merge', '--no-edit', `${name}-theirs`];
    return execa('git', words, { cwd: directory, env: person, reject: false });
  }

  it('merges appended rows, different cells of one row and a deleted row', async () => {
    const ours = `${base}e,e-id,,E,us,\n`.replace('a,a-id,,', 'a,a-id,gold,');
    const theirs = `${base}f,f-id,,F,us,\n`
      .replace('A,eu,', 'A,eu,asked')
      .replace('c,c-id,,C,eu,\n', '');
    const { exitCode } = await mergeBranches('clean', ours, theirs);
    expect(exitCode).toBe(0);
    expect(await readProjectFile(project, table)).toBe(
      `${head}a,a-id,gold,A,eu,asked\n${rows[1]}${rows[3]}e,e-id,,E,us,\nf,f-id,,F,us,\n`,
    );
    expect(await git(project.directory, 'status', '--porcelain')).toBe('');
    expect((await project.run('validate')).exitCode).toBe(0);
  });

  it('leaves markers around rows in conflict, which no other command takes for rows', async () => {
    const ours = base.replace('A,eu,', 'A,us,').replace(rows[1] ?? '', '');
    const theirs = base.replace('A,eu,', 'A,,').replace('B,eu,', 'B,us,');
    const { exitCode, stdout, stderr } = await mergeBranches('clash', ours, theirs);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`CONFLICT (content): Merge conflict in ${table}`);
    expect(stderr).toContain('a has two values in region [table-conflict]');
    expect(stderr).toContain('b is deleted in ours and changed in theirs');
    expect(await readProjectFile(project, table)).toBe(
      [
        `${head}<<<<<<< ours\na,a-id,,A,us,\n=======\na,a-id,,A,,\n>>>>>>> theirs\n`,
        '<<<<<<< ours\n=======\nb,b-id,,B,us,\n>>>>>>> theirs\n',
        `${rows[2]}${rows[3]}`,
      ].join(''),
    );
    const validated = await project.run('validate');
    expect(validated.exitCode).toBe(1);
    expect(validated.stderr).toContain(`${table}:2:1: error: 2 unresolved merge conflicts`);
    await git(project.directory, 'merge', '--abort');
  });

  it('refuses a table that is not UTF-8, and changes nothing', async () => {
    const file = join(project.directory, 'latin.csv');
    await writeFile(file, 'name,title\na,\u00e9\n', 'latin1');
    const refused = await project.run('fleet', 'merge', file, file, file);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('it is not UTF-8 text');
    expect(await readFile(file, 'latin1')).toBe('name,title\na,\u00e9\n');
    const missing = await project.run('fleet', 'merge', `${file}x`, file, file);
    expect(missing.stderr).toContain('the file does not exist');
  });

  it('refuses a table that is larger than others may be', async () => {
    const file = join(project.directory, 'large.csv');
    await writeFile(file, `name,title\n${'a,b\n'.repeat(4 * 2 ** 20)}`);
    const refused = await project.run('fleet', 'merge', file, file, file);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('it is larger than 16 MiB');
  });
});
