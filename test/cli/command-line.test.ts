import { describe, expect, it } from 'vitest';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

describe('the command line', () => {
  it('exits 1 for what it does not understand, and says what it takes', async () => {
    const project = await copyExample('quickstart');
    const result = await project.run('plann');
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('Did you mean plan?');
    expect(result.stderr).toContain('Run cyclectl --help for usage.');
    const command = await runInProcess(project, 'state', 'snapshot');
    expect(command).toMatchObject({ exitCode: 1 });
    expect(command.stderr).toContain("unknown command 'snapshot'");
    expect(command.stderr).toContain('Run cyclectl state --help for usage.');
    const option = await runInProcess(project, 'state', 'list', '--selct', 'x');
    expect(option.stderr).toContain('Run cyclectl state list --help for usage.');
    expect(await runInProcess(project, 'plan', '--select', 'acount=x')).toMatchObject({
      exitCode: 1,
    });
    expect(await runInProcess(project, 'plan', '-e', 'lcal')).toMatchObject({ exitCode: 1 });
  });

  it('takes its options before or after the command', async () => {
    const project = await copyExample('quickstart');
    expect(await runInProcess(project, '--format', 'json', 'validate')).toMatchObject({
      exitCode: 0,
    });
    expect(await runInProcess(project, 'validate', '--format', 'json')).toMatchObject({
      exitCode: 0,
    });
  });
});
