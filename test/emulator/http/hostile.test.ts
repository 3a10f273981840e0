import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { World } from '../../../src/emulator/world/file/world.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { openParty } from '../calls/open-party.ts';
import { askSignInToken, browse, makeLink } from '../resources/consent/browse.ts';
import { openPlace } from '../runs/open-cycle.ts';
import { findWebhookPath, postTo } from '../runs/post-to-webhook.ts';
import { serveThirdParty } from '../support/serve-third-party.ts';
import {
  installTemplate,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';

// Third parties, browsers and posters that mean harm: each is bounded, told as the fault of who sent
// it, and leaves the service as it was.

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const deepXml = `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`;
const lines = (name: string, text: string) => `<!DOCTYPE l [<!ENTITY ${name} ${text}>]>`;

describe('an answer of a third party', () => {
  test.each([
    ['JSON that is nested without end', 'json', deep],
    ['XML that is nested without end', 'xml', deepXml],
    [
      'an entity that grows',
      'xml',
      `${lines('a', `"${'a'.repeat(20_000)}"`)}<l>${'&a;'.repeat(9_000)}</l>`,
    ],
    ['an entity from a file', 'xml', `${lines('a', 'SYSTEM "file:///etc/passwd"')}<l>&a;</l>`],
    ['a name that would change all objects', 'xml', '<l><__proto__><a>1</a></__proto__></l>'],
  ] as const)('that is %s is not what the method expects', async (_, format, text) => {
    const party = await openParty({
      api: { format },
      method: {},
      serve: () => ({ status: 200, text }),
    });
    const { status, body } = await party.call();
    expect(status).toBe(400);
    expect(body.Message).toMatch(/^Response data not in expected format/);
  });

  test('with more names than a call has space for is still read', async () => {
    const json = Object.fromEntries(
      Array.from({ length: 150_000 }, (_, index) => [`n${index}`, 1]),
    );
    const party = await openParty({
      method: { paging: { kind: 'cursor', parameter: 'c', from: 'next' } },
      serve: () => ({ status: 200, json }),
    });
    const { status, body } = await party.call();
    expect([status, Object.keys(body).length]).toEqual([200, 150_000]);
  });

  test('that drips and never ends is given up', async () => {
    const server = createServer((_, response) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeAfterFile(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const party = await openParty({ api: { baseUrl }, limits: { requestMs: 60 }, method: {} });
    expect((await party.call()).body.Message).toMatch(/There was no answer within 60 ms\.$/);
  });

  test('with headers without end is no answer', async () => {
    const party = await openParty({
      method: {},
      serve: () => ({ status: 200, json: {}, headers: { 'X-Much': 'x'.repeat(100_000) } }),
    });
    expect((await party.call()).body.Message).toMatch(/^Failed to call the method/);
  });

  test('ends the run that called it with an error, and the cycle continues', async () => {
    const answers = [deep, JSON.stringify({ items: [1, 2, 3, 4] }), '{"items": [1]}'];
    const { url } = await serveThirdParty(({ path }) => ({
      status: 200,
      text: (path === '/x' ? answers.shift() : undefined) ?? '{}',
    }));
    const emulator = await startEmulator({
      frozenAt: '2026-12-01T05:00:00Z',
      limits: { splitItems: 3 },
      world: makeSplitting(url),
    });
    const caller = (await signIn(emulator)).inside('northwind');
    await emulator.control.letPass('2h');
    const [{ Id }] = await readBody(caller, '/cycles');
    expect(await readBody(caller, `/cycles/${Id}/incidents`)).toMatchObject([
      { ShortMessage: 'Response data not in expected format', StepName: 'List' },
      { ShortMessage: 'Failed to split transaction step data', StepName: 'List' },
    ]);
    expect(await readBody(caller, `/cycles/${Id}`)).toMatchObject({
      LastSuccessfulRunDate: '2026-12-01T07:00:00.0000000Z',
      InProgressTransactionCount: 0,
    });
  });
});

function makeSplitting(baseUrl: string): World {
  const list = { name: 'List', endpoint: 'GET /x', records: '[items]' };
  const methods = [list, { name: 'Next', endpoint: 'GET /y' }];
  const steps = methods.map(({ name }) => ({ name, connector: 'Party' }));
  return {
    connectors: [{ name: 'Party', api: { baseUrl }, releases: [{ version: '1', methods }] }],
    templates: [{ name: 'Split', collectionSplitType: 'All', steps }],
    accounts: [{ id: 'northwind', cycles: [{ template: 'Split', active: { interval: 60 } }] }],
  };
}

describe('what is posted', () => {
  test.each([
    ['JSON that is nested without end', deep, 400],
    ['XML that is nested without end', deepXml, 400],
    ['a name that would change all objects', '{"__proto__": {"polluted": true}}', 200],
    ['more than there is room for', `"${'x'.repeat(500_000)}"`, 413],
  ])('to a webhook: %s', async (_, text, status) => {
    const { caller, emulator } = await openPlace({ limits: { bodyBytes: 400_000 } });
    const { Id } = await installTemplate(caller, 'Orders to Files');
    for (const { Id: id } of await readBody(caller, '/account/connectors')) {
      await put(caller, `/account/connectors/${id}`, {
        AuthValue: btoa('sync:files-not-a-secret'),
      });
    }
    await put(caller, `/cycles/${Id}/activate`);
    const path = findWebhookPath(emulator, Id);
    expect((await postTo(emulator, path, text)).status).toBe(status);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    const transactions = await readBody(caller, `/cycles/${Id}/transactions`);
    expect(transactions).toHaveLength(status === 200 ? 1 : 0);
  });

  test('to an operation and nested without end is a 400', async () => {
    const { caller } = await openPlace();
    expect((await caller.call('POST', '/v1.0/connectors/Our%20App/install', deep)).status).toBe(
      400,
    );
    expect((await caller.call('POST', '/v1.0/cycles/import', deep)).status).toBe(400);
  });
});

test('a sign-in token that two browsers use at once opens the way to one of them', async () => {
  const { caller, emulator } = await openPlace();
  const { body } = await caller.call('POST', '/v1.0/connectors/Sample%20Mailer/install', {});
  const { Token: token } = await askSignInToken(caller);
  const link = makeLink({ id: String(body.Id), token, targetOrigin: 'https://app.example' });
  const seen = await Promise.all([browse(emulator, link), browse(emulator, link)]);
  expect(seen.map(({ status }) => status).toSorted()).toEqual([302, 403]);
});
