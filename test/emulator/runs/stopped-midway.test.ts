import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closeAfterFile } from '../../support/opened.ts';
import { type Caller, put, readBody, signIn, startEmulator } from '../support/start-emulator.ts';

test('a cycle that is stopped while a step is called ends that step and holds the rest', async () => {
  let stop: () => Promise<unknown> = async () => undefined;
  const came: string[] = [];
  const server = createServer(async (request, response) => {
    came.push(request.url ?? '');
    await stop();
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const method = (name: string) => ({ name, endpoint: `GET /${name}` });
  const emulator = await startEmulator({
    frozenAt: '2026-12-01T05:55:00Z',
    world: {
      connectors: [
        {
          name: 'Party',
          api: { baseUrl: `http://127.0.0.1:${port}` },
          releases: [{ version: '1', methods: [method('first'), method('second')] }],
        },
      ],
      templates: [
        {
          name: 'Both',
          steps: [
            { name: 'first', connector: 'Party' },
            { name: 'second', connector: 'Party' },
          ],
        },
      ],
      accounts: [{ id: 'northwind', cycles: [{ template: 'Both', active: { runOnce: true } }] }],
    },
  });
  const caller: Caller = (await signIn(emulator)).inside('northwind');
  const [{ Id }] = await readBody(caller, '/cycles');
  stop = () => put(caller, `/cycles/${Id}/deactivate`);
  await emulator.control.letPass('0s');
  expect(came).toEqual(['/first']);
  expect(await readBody(caller, `/cycles/${Id}`)).toMatchObject({
    Status: 'Paused',
    InProgressTransactionCount: 0,
    TasksUsed: 1,
  });
  stop = async () => undefined;
  const later = { StartTime: '2027-01-01T00:00:00Z', Interval: 60 };
  expect((await put(caller, `/cycles/${Id}/activate`, later)).status).toBe(200);
  await emulator.control.letPass('0s');
  expect(came).toEqual(['/first', '/second']);
});
