import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallAccount } from '../../support/git-repository.ts';
import {
  copyExample,
  type Project,
  type Result,
  readProjectFile,
} from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

let project: Project;

function run(...words: readonly string[]): Promise<Result> {
  return runInProcess(project, ...words);
}

beforeAll(async () => {
  project = await copyExample('fleet');
});

describe('a row that is leaving', () => {
  const one = ['--select', 'account=south-031'] as const;

  it('is not created where the service has no such account, and the plan says so', async () => {
    const planned = await run('plan', '--exit-code', ...one);
    expect(planned.exitCode).toBe(0);
    expect(planned.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'is leaving and does not exist in the service; it is not created',
    );
    expect((await run('apply', '--yes', ...one)).stdout).toContain('Nothing to do');
    expect((await run('emulator', 'request', 'GET', '/v1.0/accounts')).stdout).not.toContain(
      'south-031',
    );
  });
});

describe('an account whose row becomes leaving', () => {
  const [table, owner] = ['fleets/customers.csv', 'fleets/customers.yaml'];
  const destroyAll = ['destroy', '--fleet', 'customers', '--leaving'];
  const four = ['--allow-deletes', '4'];
  let left: Project;

  async function runIn(...words: readonly string[]) {
    const { exitCode, stdout, stderr } = await runInProcess(left, ...words);
    return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
  }

  async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
    const before = (await readProjectFile(left, path)) ?? '';
    expect(before).toMatch(from);
    await left.write(path, before.replace(from, to));
  }

  beforeAll(async () => {
    left = await copyExample('fleet');
    const one = ['--select', 'account=north-001', '--select', 'account=north-002'];
    expect((await runIn('apply', '--yes', ...one)).exitCode).toBe(0);
    await edit(table, /^(north-001,[^,]*,[^,]*),[^,]*,/m, '$1,leaving,');
  });

  it('is stopped by the next apply, and its grace period begins', async () => {
    const early = await runIn(...destroyAll);
    expect(early.text).toContain(
      'north-001 is leaving: its grace period begins when an apply has stopped its cycles.',
    );
    expect(early.text).toContain('No leaving account of the fleet customers is due');
    const one = ['--select', 'account=north-001'];
    expect((await runIn('plan', ...one)).text).toContain(
      'is leaving: its grace period begins when an apply has stopped its cycles',
    );
    expect((await runIn('apply', '--yes', ...one)).exitCode).toBe(0);
    const again = await runIn('plan', '--exit-code', ...one);
    expect([again.exitCode, again.text]).toEqual([0, expect.not.stringContaining('grace period')]);
    expect((await runIn(...destroyAll)).text).toMatch(/grace period ends \d{4}-\d\d-\d\d/);
    expect((await runIn('status', '--all', ...one)).text).toContain('leaving, 0 of');
  });

  it('is named by plan, drift and status when its grace period is over', async () => {
    await edit(owner, 'blueprint: crm-sync', 'blueprint: crm-sync\n  graceDays: 0');
    const says = 'grace period of 1 leaving account of the fleet customers is over: north-001';
    for (const command of ['plan', 'drift', 'status']) {
      const { text } = await runIn(command, '--select', 'account=north-002');
      expect(text).toContain(says);
      expect(text).toContain('destroy --fleet customers --leaving');
    }
  });

  it('is not destroyed by a saved plan once its row stays, or its grace period is longer', async () => {
    const plan = join(left.directory, 'destroy.json');
    const saving = [...destroyAll, ...four, '--confirm', 'customers', '--out', plan];
    expect((await runIn(...saving)).exitCode).toBe(0);
    const apply = async () => {
      const { exitCode, text } = await runIn('apply', plan);
      return [exitCode, text];
    };
    await edit(owner, 'graceDays: 0', 'graceDays: 9');
    expect(await apply()).toEqual([1, expect.stringMatching(/stale: north-001 .* period ends/)]);
    await edit(owner, 'graceDays: 9', 'graceDays: 0');
    await edit(table, /^(north-001,[^,]*,[^,]*),leaving,/m, '$1,,');
    expect(await apply()).toEqual([1, expect.stringContaining('north-001 is no longer leaving')]);
    await edit(table, /^(north-001,[^,]*,[^,]*),[^,]*,/m, '$1,leaving,');
  });

  it('is destroyed by the name of its fleet, once it is confirmed, and not created again', async () => {
    const unconfirmed = await runIn(...destroyAll, ...four, '--confirm', 'north-001');
    expect([unconfirmed.exitCode, unconfirmed.text]).toEqual([
      1,
      expect.stringContaining('--confirm customers'),
    ]);
    const destroyed = await runIn(...destroyAll, ...four, '--confirm', 'customers');
    expect([destroyed.exitCode, destroyed.text]).toEqual([
      0,
      expect.stringContaining('cyclectl fleet remove north-001'),
    ]);
    expect(destroyed.text).not.toMatch(/creates it again|grace period/);
    const one = ['--select', 'account=north-001'];
    expect((await runIn('plan', '--exit-code', ...one)).exitCode).toBe(0);
    const status = await runIn('status', '--all', ...one);
    expect(status.text).not.toContain('yet');
    expect((await runIn(...destroyAll)).text).toContain('No leaving account');
  });

  it('is due no more when its row stays', async () => {
    await edit(table, /^(north-002,[^,]*,[^,]*),[^,]*,/m, '$1,leaving,');
    const one = ['--select', 'account=north-002'];
    expect((await runIn('apply', '--yes', ...one)).exitCode).toBe(0);
    await edit(table, /^(north-002,[^,]*,[^,]*),leaving,/m, '$1,,');
    expect((await runIn('plan', ...one)).text).toContain('is no longer leaving');
    expect((await runIn('apply', '--yes', ...one)).exitCode).toBe(0);
    expect((await runIn('plan', '--exit-code', ...one)).exitCode).toBe(0);
    expect((await runIn(...destroyAll)).text).toContain('No leaving account');
  });

  it.each([
    [['destroy', '--leaving'], '--fleet and --leaving need each other'],
    [['destroy', '--fleet', 'customers'], '--fleet and --leaving need each other'],
    [['destroy'], 'destroy needs the objects to delete'],
    [[...destroyAll, 'north-002'], 'not both'],
    [['destroy', '--fleet', 'custmers', '--leaving'], 'Nearest names: "customers"'],
  ])('%j is refused, and says what to pass', async (words, says) => {
    const { exitCode, text } = await runIn(...words);
    expect([exitCode, text]).toEqual([1, expect.stringContaining(says)]);
  });
});

describe('fleet remove', () => {
  it('removes the row and the override of an account, and keeps every other line', async () => {
    const [table, owner] = ['fleets/customers.csv', 'fleets/customers.yaml'];
    const rows = await readProjectFile(project, table);
    const { exitCode, stdout } = await run('fleet', 'remove', 'north-017');
    expect([exitCode, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(`Removed the row of ${table} and the override of ${owner}.`),
    ]);
    expect(stdout).toContain('cyclectl destroy');
    expect(await readProjectFile(project, table)).toBe(rows?.replace(/^north-017,.*\n/m, ''));
    expect(await readProjectFile(project, owner)).not.toContain('north-017');
    expect((await run('validate')).stdout).toContain('199 accounts');
  });

  it('deletes the file of an account, and names the nearest one for an unknown name', async () => {
    await project.write('accounts/fabrikam.yaml', smallAccount('fabrikam'));
    const removed = await run('fleet', 'remove', 'fabrikam', '--format', 'json');
    expect(JSON.parse(removed.stdout)).toMatchObject({
      account: 'fabrikam',
      removed: ['file accounts/fabrikam.yaml'],
    });
    expect((await run('validate')).stdout).toContain('199 accounts');
    const unknown = await run('fleet', 'remove', 'north-0166');
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('north-016')]);
  });

  it('removes one of several documents of a file, and keeps every other byte', async () => {
    const file = 'accounts/several.yaml';
    const [one, two, three] = [1, 2, 3].map((number) => smallAccount(`several-${number}`));
    await project.write(file, `# Three\n${one}---\n# the second\n${two}---\n${three}`);
    const removed = await run('fleet', 'remove', 'several-2');
    expect([removed.exitCode, removed.stdout]).toEqual([
      0,
      expect.stringContaining(`Removed the document of ${file}.`),
    ]);
    expect(await readProjectFile(project, file)).toBe(`# Three\n${one}---\n${three}`);
    expect((await run('fleet', 'remove', 'several-1')).exitCode).toBe(0);
    expect(await readProjectFile(project, file)).toBe(`# Three\n---\n${three}`);
    const last = await run('fleet', 'remove', 'several-3', '--format', 'json');
    expect(JSON.parse(last.stdout).removed).toEqual([`file ${file}`]);
  });

  it('finds an account of another environment, and names where it can be destroyed', async () => {
    const settings = await readProjectFile(project, 'cyclectl.yaml');
    const second = '    other:\n      service: {emulator: {world: world.yaml}}\n';
    await project.write('cyclectl.yaml', `${settings.trimEnd()}\n${second}`);
    const account = smallAccount('elsewhere').replace(
      /^ {2}id: .*$/m,
      '  ids: {other: elsewhere-id}',
    );
    await project.write('accounts/elsewhere.yaml', account);
    const removed = await run('fleet', 'remove', 'elsewhere');
    expect([removed.exitCode, removed.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(/Removed the file accounts\/elsewhere\.yaml.* -e other elsewhere/),
    ]);
    expect(removed.stdout).not.toContain('-e local');
    const both = await run('fleet', 'remove', 'north-018');
    expect(both.stdout).toMatch(/-e local north-018; .*-e other north-018/);
  });
});
