import { expect, it } from 'vitest';
import { checkWrites } from '../../src/kit/tasks/check-writes.ts';
import { openForTest, take } from '../service/open-for-test.ts';
import {
  account,
  brokenToken,
  openBroken,
  sendJson,
  sendStatus,
  serveBroken,
} from './serve-broken.ts';

const lost = new Error('another run took it');

it('a write is not sent if its check rejects, and a read has no check', async () => {
  const { reader, writer, seen } = await openBroken((_request, response) =>
    sendJson(response, account),
  );
  const check = () => Promise.reject(lost);
  await checkWrites(check, async () => {
    await expect(writer.updateAccount('northwind', { name: 'Northwind' })).rejects.toBe(lost);
    take(await reader.readAccount('northwind'));
  });
  expect(seen.map(({ method }) => method)).toEqual(['GET']);
});

it('a write is checked again each time that it is sent', async () => {
  const { writer, seen } = await openBroken(sendStatus(502));
  let checks = 0;
  const check = async () => {
    checks += 1;
    if (checks === 3) throw lost;
  };
  const write = () => writer.updateAccount('northwind', { name: 'Northwind' });
  await expect(checkWrites(check, write)).rejects.toBe(lost);
  expect(seen).toHaveLength(2);
});

it('a write is checked when its turn has come, and not when it is asked for', async () => {
  const steps: string[] = [];
  const isAsked = Promise.withResolvers<void>();
  const { url } = await serveBroken(async (request, response) => {
    steps.push(`${request.method} begins`);
    if (request.method === 'GET') await isAsked.promise;
    steps.push(`${request.method} ends`);
    sendJson(response, account);
  });
  const limits = { concurrency: 1, requestsPerSecond: 10_000, requestTimeoutMs: 20_000 };
  const { reader, writer } = openForTest({ baseUrl: url, accessToken: brokenToken, limits });
  const check = async () => {
    steps.push('check');
  };
  const write = () => writer.updateAccount('northwind', { name: 'Northwind' });
  const read = reader.readAccount('northwind');
  const written = checkWrites(check, write);
  isAsked.resolve();
  await Promise.all([read, written]);
  expect(steps).toEqual(['GET begins', 'GET ends', 'check', 'PUT begins', 'PUT ends']);
});

it('work beside a check is not checked by it', async () => {
  const { writer, seen } = await openBroken((_request, response) => sendJson(response, account));
  const write = () => writer.updateAccount('northwind', { name: 'Northwind' });
  await Promise.all([
    expect(checkWrites(() => Promise.reject(lost), write)).rejects.toBe(lost),
    write(),
  ]);
  expect(seen).toHaveLength(1);
});
