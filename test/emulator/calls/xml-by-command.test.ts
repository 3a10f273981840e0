import { expect, test } from 'vitest';
import { runCall } from '../../../src/features/inspect/call/call-command.ts';
import { runApplyCommand } from '../../../src/features/sync/apply-command.ts';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor } from '../../support/run-in-process.ts';

test('fields of the command line are nested XML at the third party, and its answer is XML', async () => {
  const { emulator, directory } = await openRemoteProject();
  const talk = openRecordedContext({
    SVC_CLIENT_SECRET: emulator.credentials.clientSecret,
    CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
  });
  const options = optionsFor(directory);
  expect(await runApplyCommand(talk.context, { ...options, yes: true }), talk.said()).toBe(0);
  const said = talk.out().length;
  const code = await runCall(talk.context, {
    ...options,
    address: 'northwind/connectors/files',
    method: 'Write file',
    param: [{ name: 'folder', text: 'in & out' }],
    field: [
      { name: 'name', text: 'o<1>' },
      { name: 'Contact.Email', text: 'ada@example.com' },
      { name: 'Contact.Name', text: 'Ada & "B"' },
      { name: '[orders].[lines].sku', text: 'tea-1' },
      { name: '[orders].[lines].quantity', text: '2' },
      { name: '[orders].[lines].sku', text: 'tea-2' },
      { name: '[orders].total', text: '9' },
    ],
    merge: [],
  });
  expect(code, talk.said()).toBe(0);
  expect(talk.out().slice(said)).toMatch(/<file><id>f-1<\/id>.*o&lt;1&gt;<\/path><\/file>\n?$/);
  expect(emulator.control.readApps().files?.files).toMatchObject([
    {
      name: 'o<1>',
      folder: '/contacts/in & out',
      content: {
        Contact: { Email: 'ada@example.com', Name: 'Ada & "B"' },
        orders: { lines: [{ sku: 'tea-1', quantity: '2' }, { sku: 'tea-2' }], total: '9' },
      },
    },
  ]);
});
