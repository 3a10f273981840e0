import { expect, it } from 'vitest';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

it('a token of one account plans that account, and no other', async () => {
  const project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const secret = 'clientSecret: {env: SVC_CLIENT_SECRET}';
  await project.edit('cyclectl.yaml', secret, `${secret}, scope: 'account:northwind-8812'`);
  const own = await runInProcess(project, 'plan', '--select', 'account=northwind', '--exit-code');
  expect(own).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No changes.') });
  const all = await runInProcess(project, 'plan');
  expect(all).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/The token is for\s+one account\. \[unread\]/),
  });
});
