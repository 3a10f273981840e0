import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closeAfterFile } from '../../support/opened.ts';
import { readBody, signIn, startEmulator } from '../support/start-emulator.ts';
import { findWebhookPath, postTo } from './post-to-webhook.ts';

test('as many transactions of an account run at once as the console allows, and the rest waits', async () => {
  const answers: (() => void)[] = [];
  const came = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer((_, response) => {
    answers.push(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
    came[answers.length - 1]?.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const emulator = await startEmulator({
    frozenAt: '2026-12-01T05:00:00Z',
    world: {
      connectors: [
        {
          name: 'Party',
          api: { baseUrl: `http://127.0.0.1:${port}` },
          releases: [
            {
              version: '1',
              methods: [
                { name: 'Come', type: 'Webhook' },
                { name: 'Do', endpoint: 'GET /x' },
              ],
            },
          ],
        },
      ],
      templates: [
        {
          name: 'Posted',
          steps: [
            { name: 'Come', connector: 'Party' },
            { name: 'Do', connector: 'Party' },
          ],
        },
      ],
      accounts: [{ id: 'northwind', cycles: [{ template: 'Posted', active: {} }] }],
    },
  });
  emulator.control.console({ settings: { concurrentTransactions: 1 } });
  const caller = (await signIn(emulator)).inside('northwind');
  const [{ Id }] = await readBody(caller, '/cycles');
  const path = findWebhookPath(emulator, Id);
  const posted = [postTo(emulator, path, '{}'), postTo(emulator, path, '{}')];
  const statuses = async () =>
    (await readBody(caller, `/cycles/${Id}/transactions`)).map(
      ({ Status }: { Status: string }) => Status,
    );
  await came[0]?.promise;
  expect((await statuses()).toSorted()).toEqual(['Queueing', 'Running']);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await came[1]?.promise;
  expect((await statuses()).toSorted()).toEqual(['Completed', 'Running']);
  answers[1]?.();
  expect((await Promise.all(posted)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await statuses()).toEqual(['Completed', 'Completed']);
});
