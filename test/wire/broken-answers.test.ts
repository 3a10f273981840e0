import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openForTest, take } from '../service/open-for-test.ts';
import {
  account,
  brokenToken,
  dropConnection,
  findClosedAddress,
  openBroken,
  type Play,
  sendHalfJson,
  sendHtml,
  sendJson,
  sendStatus,
} from './serve-broken.ts';

const sendCutOff: Play = (_request, response) => {
  const text = JSON.stringify(account);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, 10), () => response.destroy());
};
const sendBytes =
  (bytes: Buffer, status = 200): Play =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(bytes);
  };
const gzipped = gzipSync(JSON.stringify(account));
const packed: Play = (_request, response) =>
  sendJson(response, account, { headers: { 'content-encoding': 'gzip' } });

describe('a read without a usable answer', () => {
  const kinds: readonly (readonly [string, Play, string, string | RegExp])[] = [
    ['a web page', sendHtml, 'unexpected-shape', 'the answer is a web page, not JSON'],
    ['an answer that is cut off', sendCutOff, 'unexpected-shape', /^the answer was cut off/],
    ['half of a JSON text', sendHalfJson, 'unexpected-shape', /^the answer is not JSON \(13 char/],
    ['a packed answer', packed, 'unexpected-shape', /compressed as gzip/],
    [
      'a packed answer that does not say so',
      sendBytes(gzipped),
      'unexpected-shape',
      /compressed as gzip.*no Content-Encoding/,
    ],
    [
      'a 404 that is packed',
      sendBytes(gzipped, 404),
      'unexpected-shape',
      /404.*compressed as gzip/,
    ],
    [
      'a 500 that is packed',
      sendBytes(gzipped, 500),
      'unavailable',
      /^the answer is compressed as gzip/,
    ],
    [
      'UTF-16',
      sendBytes(Buffer.from('\uFEFF{"Id":"a"}', 'utf16le')),
      'unexpected-shape',
      /looks like UTF-16/,
    ],
    [
      'Latin-1',
      sendBytes(Buffer.from('{"Id":"\u00e9"', 'latin1')),
      'unexpected-shape',
      /another encoding/,
    ],
    ['a dropped connection', dropConnection, 'unavailable', /./],
    ['a 500', sendStatus(500), 'unavailable', 'this is 500'],
    ['a 503', sendStatus(503), 'unavailable', 'this is 503'],
  ];
  test.each(kinds)(
    '%s is requested four times, and then reported',
    async (...[, play, kind, message]) => {
      const { reader, seen } = await openBroken(play);
      const answer = await reader.readAccount('northwind');
      expect(answer).toMatchObject({
        ok: false,
        failure: {
          kind,
          tries: 4,
          message: expect.stringMatching(message),
          request: { method: 'GET', path: '/accounts/northwind', account: null },
        },
      });
      expect(seen).toHaveLength(4);
    },
  );

  test.each([
    ['cut off', sendCutOff],
    ['dropped', dropConnection],
    ['a 502', sendStatus(502)],
    ['a web page', sendHtml],
  ] as const)('an answer that is %s three times and then whole is taken', async (_name, play) => {
    const { reader, seen } = await openBroken((request, response, count) =>
      count < 4 ? play(request, response, count) : sendJson(response, account),
    );
    expect(take(await reader.readAccount('northwind'))?.name).toBe('Northwind');
    expect(seen).toHaveLength(4);
  });

  test('waits between tries double, within their spread', async () => {
    const { reader, timer } = await openBroken(sendStatus(502));
    await reader.readAccount('northwind');
    const waits = timer.waitsMs.filter((ms) => ms > 100);
    expect(waits).toHaveLength(3);
    for (const [index, full] of [250, 500, 1000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(full / 2);
      expect(waits[index]).toBeLessThanOrEqual(full);
    }
  });

  test('an unreachable service is unavailable', async () => {
    const { reader } = openForTest({
      baseUrl: await findClosedAddress(),
      accessToken: brokenToken,
    });
    const answer = await reader.listAccounts();
    expect(answer).toMatchObject({
      failure: {
        kind: 'unavailable',
        status: null,
        message: expect.stringMatching(/ECONNREFUSED/),
        tries: 4,
      },
    });
  });

  test('an answer in another shape is reported with its position, and not requested again', async () => {
    const { reader, seen } = await openBroken((_request, response) =>
      sendJson(
        response,
        [
          { Id: 'a', Name: 'A' },
          { Id: 'b', Name: 7 },
        ],
        {
          headers: { 'total-pages': '1' },
        },
      ),
    );
    expect(await reader.listAccounts()).toMatchObject({
      failure: { kind: 'unexpected-shape', message: '[1].Name is a number, expected text' },
    });
    expect(seen).toHaveLength(1);
  });
});

describe('a create without a usable answer', () => {
  test.each([
    ['a web page', sendHtml],
    ['an answer that is cut off', sendCutOff],
    ['half of a JSON text', sendHalfJson],
    ['a dropped connection', dropConnection],
    ['a 500', sendStatus(500)],
    ['a 503', sendStatus(503)],
    ['a JSON without an id', (_request, response) => sendJson(response, { Name: 'Northwind' })],
    ['nothing', (_request, response) => void response.writeHead(200).end()],
  ] as readonly (readonly [string, Play])[])(
    'after %s the outcome is unknown, and it was sent once',
    async (_name, play) => {
      const { writer, seen } = await openBroken(play);
      const answer = await writer.createAccount('northwind', { name: 'Northwind' });
      expect(answer).toMatchObject({ failure: { kind: 'outcome-unknown', tries: 1 } });
      expect(seen).toHaveLength(1);
    },
  );

  test('a refused connection is unavailable: nothing can have happened', async () => {
    const { writer } = openForTest({
      baseUrl: await findClosedAddress(),
      accessToken: brokenToken,
    });
    const answer = await writer.createAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({ failure: { kind: 'unavailable', tries: 1 } });
  });

  test('an answer beyond all measure is not read to its end', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, ' ');
    const { writer, seen } = await openBroken((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const send = (): void => {
        while (!response.destroyed && response.write(mebibyte));
      };
      response.on('drain', send);
      send();
    });
    expect(await writer.installTemplate('northwind', 'template')).toMatchObject({
      failure: { kind: 'outcome-unknown', message: 'the answer is longer than 64 MiB' },
    });
    expect(seen).toHaveLength(1);
  });
});

describe('a clear no', () => {
  test.each([
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [405, 'rejected'],
    [409, 'conflict'],
    [501, 'rejected'],
  ] as const)('%i is %s, reported once with the message of the service', async (status, kind) => {
    const { writer, seen } = await openBroken(sendStatus(status));
    const answer = await writer.createAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({ failure: { kind, message: `this is ${status}`, tries: 1 } });
    if (kind === 'rejected') expect(answer).toMatchObject({ failure: { status } });
    expect(seen).toHaveLength(1);
  });

  test('404 on a read is null, on a write it is not found', async () => {
    const { reader, writer } = await openBroken(sendStatus(404));
    expect(take(await reader.readAccount('northwind'))).toBeNull();
    const answer = await writer.updateAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({ failure: { kind: 'not-found' } });
  });

  test('404 in the words of something else is no word on what there is', async () => {
    for (const words of ['default backend - 404', '<html>404 Not Found</html>']) {
      const { reader, writer } = await openBroken((_request, response) => {
        response.writeHead(404, { 'content-type': 'text/plain' }).end(words);
      });
      const answer = await reader.readAccount('northwind');
      expect(answer).toMatchObject({ failure: { kind: 'unexpected-shape' } });
      const deleted = await writer.deleteConnector('northwind', '7');
      expect(deleted).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    }
    const { reader } = await openBroken((_request, response) => {
      response.writeHead(404).end();
    });
    expect(take(await reader.readAccount('northwind'))).toBeNull();
  });
});
