import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runApplyCommand } from '../../../src/features/sync/apply-command.ts';
import { holdRequest } from '../../support/block-request.ts';
import { copyExample, openRemoteProject } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor, startInProcess } from '../../support/run-in-process.ts';

it('reports as data that nothing was started without a terminal for the question', async () => {
  const { directory } = await copyExample('quickstart');
  const { context, out, said } = openRecordedContext();
  expect(await runApplyCommand(context, { ...optionsFor(directory), format: 'json' })).toBe(1);
  expect(said()).toContain('there is no terminal to ask on');
  expect(JSON.parse(out())).toMatchObject({
    kind: 'apply',
    run: { notBegun: 'nobody-to-ask', summary: { accounts: 0 } },
    accounts: [],
  });
});

it.each([
  ['contoso', { name: 'contoso-warehouse-key', key: 'warehouse', place: '20:13' }],
  ['northwind', { name: 'northwind-files-password', key: 'files', place: '21:9' }],
])(
  'names the file of a secret of %s that was there when it was planned, and its line',
  async (account, { name, key, place }) => {
    const project = await openRemoteProject();
    const held = await holdRequest(project, { method: 'POST', path: /^\/v1\.0\/accounts$/ });
    const running = project.start('apply', '--yes', '--select', `account=${account}`);
    await held.hasCome;
    await rm(join(project.directory, `secrets/${name}.not-a-secret`));
    held.letGo();
    const { exitCode, stdout } = await running;
    expect(exitCode).toBe(3);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      `secrets/${name}.not-a-secret does not exist; it was set when ${account}/connectors/${key} was planned`,
    );
    expect(text).toContain(
      `accounts/${account}.yaml:${place} → Create it, and run the command again.`,
    );
  },
);

it('sends no secret that was rotated after it was planned, and names its reference and line', async () => {
  const project = await openRemoteProject();
  const held = await holdRequest(project, { method: 'POST', path: /^\/v1\.0\/accounts$/ });
  const { ended } = startInProcess(project, 'apply', '--yes', '--select', 'account=northwind');
  await held.hasCome;
  await project.write('secrets/northwind-files-password.not-a-secret', 'rotated-not-a-secret');
  held.letGo();
  const { exitCode, stdout } = await ended;
  expect(exitCode).toBe(3);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'secrets/northwind-files-password.not-a-secret changed since the plan of northwind/connectors/files [secret-changed] accounts/northwind.yaml:21:9',
  );
  const sent = Buffer.from('sync:rotated-not-a-secret').toString('base64');
  expect(JSON.stringify(project.emulator.control.dump())).not.toContain(sent);
  expect(text).not.toContain('rotated-not-a-secret');
});
