import { expect, it } from 'vitest';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

it('nothing is sent to a real service while certificates are not checked', async () => {
  const project = await openRemoteProject();
  const environment = { ...project.environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { exitCode, stderr } = await runInProcess({ ...project, environment }, 'plan');
  expect(exitCode).toBe(1);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('NODE_EXTRA_CA_CERTS');
  expect(await runInProcess(project, 'plan')).toMatchObject({ exitCode: 0 });
});
