import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { World } from '../../../src/emulator/world/file/world.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { put } from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';
import { activate, crmKey, installContactsToFiles, openPlace, type Place } from './open-cycle.ts';

/** A server that keeps what it gets and answers with an error, which nobody minds. */
async function listenForWebhooks(): Promise<{ url: string; got: unknown[] }> {
  const got: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({
      ...request.headers,
      method: request.method,
      body: JSON.parse(String(Buffer.concat(chunks))),
    });
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/errors`, got };
}

/** Contacts to Files runs once, with a key that the CRM does not take any more. */
async function runIntoError(
  account: Readonly<Record<string, unknown>>,
  world?: World,
): Promise<Place> {
  const place = await openPlace({ account, ...(world === undefined ? {} : { world }) });
  const id = await installContactsToFiles(place);
  await activate(place, id);
  place.emulator.control.upsetApp('crm', { revoke: crmKey });
  await place.emulator.control.letPass('6m');
  await put(place.caller, `/cycles/${id}/deactivate`);
  return place;
}

test('an error is sent once to the address of the account, with all that is documented', async () => {
  const { url, got } = await listenForWebhooks();
  await runIntoError({
    TransactionErrorWebhookEnabled: true,
    TransactionErrorWebhookUrl: url,
    TransactionErrorWebhookIncludeWarnings: false,
  });
  expect(got).toMatchObject([
    {
      method: 'POST',
      'content-type': 'application/json; charset=utf-8',
      body: {
        Timestamp: '2026-12-01T06:00:00.0000000Z',
        AccountId: 'northwind',
        AccountExternalId: 'northwind',
        AccountName: 'Northwind',
        CycleId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        CycleName: 'Contacts to Files',
        StepId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        StepName: 'List changed contacts',
        StepType: 1,
        TransactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        Message: 'Failed to authenticate the connector',
        Detail: expect.stringMatching(/^HTTP\/1\.1 401 Unauthorized\r\n.*\r\n\r\nGET http/s),
        IncidentLevel: 'Error',
      },
    },
  ]);
  expect(JSON.stringify(got)).not.toContain(crmKey);
});

test('warnings are sent as well where they are requested', async () => {
  const { url, got } = await listenForWebhooks();
  await runIntoError({
    TransactionErrorWebhookEnabled: true,
    TransactionErrorWebhookUrl: url,
    TransactionErrorWebhookIncludeWarnings: true,
  });
  expect(got).toHaveLength(3);
});

test('nothing is sent where it is not enabled', async () => {
  const { url, got } = await listenForWebhooks();
  const place = await runIntoError({ TransactionErrorWebhookUrl: url });
  expect(got).toEqual([]);
  expect(place.emulator.control.dump().unsentWebhooks).toEqual([]);
});

const elsewhere = {
  TransactionErrorWebhookEnabled: true,
  TransactionErrorWebhookUrl: 'https://hooks.invalid/northwind',
};

test('what would go to another machine is not sent, and is in the dump', async () => {
  const { emulator } = await runIntoError(elsewhere);
  expect(emulator.control.dump().unsentWebhooks).toMatchObject([
    {
      at: '2026-12-01T06:00:00.0000000Z',
      url: 'https://hooks.invalid/northwind',
      payload: { Message: 'Failed to authenticate the connector' },
    },
  ]);
});

test('a host that the world names is sent to', async () => {
  const world = { ...quickstartWorld, webhookHosts: ['hooks.invalid'] };
  const { emulator } = await runIntoError(elsewhere, world);
  expect(emulator.control.dump().unsentWebhooks).toEqual([]);
});
