import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listSuggested } from '../../../../src/features/authoring/describe/secrets/list-suggested.ts';
import { formatSecretsTemplate } from '../../../../src/features/authoring/export/format-secrets-template.ts';
import { copyExample, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

/** The quickstart as it is in the service, without manifests. */
async function openApplied() {
  const project = await copyExample('quickstart');
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  await rm(join(project.directory, 'accounts'), { recursive: true });
  return project;
}

const toFile = (directory: string, name: string) => ['--secrets-template', join(directory, name)];

describe('cyclectl export --secrets-template', () => {
  it('writes the variables of each account as a dotenv file', async () => {
    const project = await openApplied();
    const words = ['export', '--all', ...toFile(project.directory, 'secrets.env')];
    await runInProcess(project, ...words);
    const template = await readProjectFile(project, 'secrets.env');
    expect(template).toContain(
      '\n# northwind\n# northwind/connectors/crm/auth\nNORTHWIND_CRM_API_KEY=\n',
    );
    const accounts = [...template.matchAll(/^# ([a-z]+)$/gm)].map(([, name]) => name);
    expect(accounts).toEqual(['contoso', 'northwind']);
    expect((await stat(join(project.directory, 'secrets.env'))).mode & 0o777).toBe(0o600);
  });

  it('is refused before anything is written where its folder does not exist', async () => {
    const project = await openApplied();
    const words = ['export', '--all', ...toFile(project.directory, 'nowhere/secrets.env')];
    expect(await runInProcess(project, ...words)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/the folder .+nowhere does not exist/),
    });
    await expect(stat(join(project.directory, 'accounts'))).rejects.toThrow('ENOENT');
  });

  it('writes a YAML file for sops, and overwrites no file', async () => {
    const project = await openApplied();
    const words = ['export', '--all', ...toFile(project.directory, 'secrets.yaml')];
    await runInProcess(project, ...words);
    const template = await readProjectFile(project, 'secrets.yaml');
    expect(parse(template)).toEqual({
      CONTOSO_WAREHOUSE_CLIENT_SECRET: '',
      NORTHWIND_CRM_API_KEY: '',
    });
    const again = await runInProcess(project, ...words);
    expect(again).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('exists, and is not overwritten'),
    });
    expect(await readProjectFile(project, 'secrets.yaml')).toBe(template);
  });
});

it('a user name is no secret, and is asked for apart', async () => {
  const secret = (env: string) => ({ env });
  const suggested = listSuggested({
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: 'acme' },
    spec: {
      id: 'acme-1',
      connectors: {
        files: {
          connector: { name: 'Files' },
          auth: { basic: { username: secret('ACME_USER'), password: secret('ACME_PASSWORD') } },
        },
      },
    },
  });
  const template = formatSecretsTemplate(suggested, false);
  expect(template).toContain('# acme/connectors/files/auth: the user name\nACME_USER=\n');
  expect(template).toContain('# acme/connectors/files/auth\nACME_PASSWORD=\n');
});
