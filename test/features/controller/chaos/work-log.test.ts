import { expect, it } from 'vitest';
import { SharedWorkLog } from './work-log.ts';

const read = { method: 'GET', path: '/v1.0/accounts/contoso', account: null };
const list = { method: 'GET', path: '/v1.0/cycles', account: 'contoso' };
const write = { method: 'PUT', path: '/v1.0/cycles/1', account: 'contoso' };

function openTwo() {
  const log = new SharedWorkLog();
  return { log, first: log.of('first'), second: log.of('second') };
}

it('finds a write while another process writes', () => {
  const { log, first, second } = openTwo();
  const end = first.begin(write);
  second.begin(list)();
  second.begin(write)();
  expect(log.doubled).toEqual([
    'contoso: second PUT /v1.0/cycles/1 while first PUT /v1.0/cycles/1',
  ]);
  end();
  second.begin(list)();
  expect(log.doubled).toHaveLength(1);
});

it('finds a write after another process wrote in between', () => {
  const { log, first, second } = openTwo();
  first.begin(read)();
  first.begin(write)();
  second.begin(read)();
  second.begin(write)();
  first.begin(write)();
  expect(log.doubled).toEqual([
    'contoso: first PUT /v1.0/cycles/1 although meanwhile second PUT /v1.0/cycles/1',
  ]);
});

it('lets a replica write that has read the account again, and one that reads beside another', () => {
  const { log, first, second } = openTwo();
  first.begin(write)();
  second.begin(read)();
  second.begin(write)();
  first.begin(read)();
  first.begin(write)();
  const end = first.begin(list);
  second.begin(list)();
  end();
  expect(log.doubled).toEqual([]);
});
