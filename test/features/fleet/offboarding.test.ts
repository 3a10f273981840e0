import { beforeAll, describe, expect, it } from 'vitest';
import { copyExample, type Project, type Result } from '../../support/run-cyclectl.ts';
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
