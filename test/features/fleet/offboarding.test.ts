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
});
