import { describe, expect, test } from 'vitest';
import { openForTest, take } from '../service/open-for-test.ts';
import {
  account,
  brokenToken,
  dropConnection,
  openBroken,
  sendHalfJson,
  sendHtml,
  sendJson,
  sendStatus,
  serveBroken,
} from './serve-broken.ts';

describe('a write that may be repeated', () => {
  test('an update whose answer was lost is sent again', async () => {
    const { writer, seen } = await openBroken((request, response, count) =>
      count === 1 ? dropConnection(request, response, count) : sendJson(response, account),
    );
    take(await writer.updateAccount('northwind', { name: 'Northwind' }));
    expect(seen).toHaveLength(2);
    expect(seen[0]?.body).toBe(seen[1]?.body);
  });

  test('an update that stays without an answer has an unknown outcome', async () => {
    const { writer, seen } = await openBroken(sendStatus(502));
    const answer = await writer.updateAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({ failure: { kind: 'outcome-unknown', tries: 4 } });
    expect(seen).toHaveLength(4);
  });

  test('an update that was lost once and then finds no server has an unknown outcome', async () => {
    const { url, seen, stop } = await serveBroken((_request, response) => {
      stop();
      response.destroy();
    });
    const { writer } = openForTest({ baseUrl: url, accessToken: brokenToken });
    const answer = await writer.updateAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({
      failure: {
        kind: 'outcome-unknown',
        tries: 4,
        message: expect.stringMatching(/ECONNREFUSED/),
      },
    });
    expect(seen).toHaveLength(1);
  });

  test.each([400, 404, 409])(
    'an update that was lost once and then refused with %i may have been done',
    async (status) => {
      const { writer } = await openBroken((request, response, count) =>
        count === 1
          ? sendHalfJson(request, response, count)
          : sendJson(response, { Message: 'No' }, { status }),
      );
      const answer = await writer.updateAccount('northwind', { name: 'Northwind' });
      expect(answer).toMatchObject({
        failure: { kind: 'outcome-unknown', status, tries: 2, message: 'No' },
      });
    },
  );

  test('a delete that was done before its answer was lost is done', async () => {
    const { writer, seen } = await openBroken((request, response, count) =>
      count === 1
        ? dropConnection(request, response, count)
        : sendJson(response, { Message: 'Not found' }, { status: 404 }),
    );
    expect(await writer.deleteConnector('northwind', '7')).toEqual({ ok: true, value: null });
    expect(seen).toHaveLength(2);
  });

  test('a lost activation is not repeated', async () => {
    const { writer, seen } = await openBroken(dropConnection);
    const answer = await writer.activateCycle('northwind', 'cycle', { runOnce: true });
    expect(answer).toMatchObject({ failure: { kind: 'outcome-unknown', tries: 1 } });
    expect(seen).toHaveLength(1);
  });

  test('a web page is no yes to an activation', async () => {
    const { writer } = await openBroken(sendHtml);
    const answer = await writer.activateCycle('northwind', 'cycle', { runOnce: true });
    expect(answer).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });
});
