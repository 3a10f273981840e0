import { expect, it } from 'vitest';
import { copyExample, openRemoteProject } from './run-cyclectl.ts';
import { talk } from './talk-in-process.ts';

it('nothing is sent to a real service while certificates are not checked', async () => {
  const project = await openRemoteProject();
  const environment = { ...project.environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { exitCode, stderr } = await talk({ ...project, environment }, 'plan');
  expect(exitCode).toBe(1);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('NODE_EXTRA_CA_CERTS');
  expect(await talk(project, 'plan')).toMatchObject({ exitCode: 0 });
});

it('the embedded service sends nothing beyond what the operator allows', async () => {
  const project = await copyExample('quickstart');
  const call = [
    'call',
    'northwind/connectors/crm',
    'List changed contacts',
    '--param',
    'modifiedSince=2026-01-01',
  ];
  await project.edit('world.yaml', 'baseUrl: app:crm', 'baseUrl: https://attacker.example');
  expect(await talk(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  for (const bounds of [{ CI: 'true' }, { CYCLECTL_ALLOW_ORIGINS: 'https://hooks.example.com' }]) {
    const bounded = await talk(
      { ...project, environment: { ...project.environment, ...bounds } },
      ...call,
    );
    expect(bounded.exitCode).toBe(1);
    expect(bounded.stdout + bounded.stderr).not.toContain('ENOTFOUND');
    expect(`${bounded.stdout}${bounded.stderr}`.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing may be sent to that address',
    );
  }
});
