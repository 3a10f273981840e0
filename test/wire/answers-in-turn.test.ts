import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { account, openBroken, sendJson } from './serve-broken.ts';

const count = 8;

it('answers that come at once are handed on in turns of the event loop, one in each', async () => {
  const waiting: ServerResponse[] = [];
  const { reader } = await openBroken((_request, response) => {
    waiting.push(response);
    if (waiting.length === count) for (const each of waiting) sendJson(each, account);
  });
  let [turn, isOver] = [0, false];
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const read = async () => {
    await reader.readAccount('northwind');
    return turn;
  };
  const turns = await Promise.all(Array.from({ length: count }, read));
  isOver = true;
  expect(new Set(turns).size).toBe(count);
});
