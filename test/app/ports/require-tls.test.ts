import { expect, it } from 'vitest';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { talk } from '../../support/talk-in-process.ts';

it('nothing is sent to a real service while certificates are not checked', async () => {
  const project = await openRemoteProject();
  const environment = { ...project.environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { exitCode, stderr } = await talk({ ...project, environment }, 'plan');
  expect(exitCode).toBe(1);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('NODE_EXTRA_CA_CERTS');
  expect(await talk(project, 'plan')).toMatchObject({ exitCode: 0 });
});
