import { expect, test } from 'vitest';
import { sendJson, serveBroken } from '../../wire/serve-broken.ts';
import { openForTest, take } from '../open-for-test.ts';

const span = { after: '2026-11-01T00:00:00.000Z', before: '2026-11-02T00:00:00.000Z' };

type Lists = {
  readonly runs: readonly unknown[];
  readonly incidents?: readonly unknown[];
  readonly headers?: Record<string, string>;
};

async function openLists({ runs, incidents = [], headers = {} }: Lists) {
  const { url, seen } = await serveBroken((request, response) => {
    const isOfRuns = request.url.startsWith('/v1.0/cycles/transactions');
    sendJson(response, isOfRuns ? runs : incidents, { headers });
  });
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  return { read: async () => take(await reader.readRuns('northwind', span)), seen };
}

const runs = [
  { Id: 'a', Status: 'Completed' },
  { Id: 'b', Status: 'Completed' },
  { Id: 'c', Status: 'A word of its own' },
  { Id: 'd', Status: 'Another word' },
  { Id: 'e', Status: 'Queueing' },
];
const incident = { StepName: 'Write file', ShortMessage: 'Out of retries' };

test('a run ended when it is Completed or has an error, and has errors when an incident says so', async () => {
  const incidents = [
    { ...incident, TransactionId: 'b' },
    { ...incident, TransactionId: 'c' },
    { ...incident, TransactionId: 'c', FullMessage: 'again' },
    { ...incident, TransactionId: 'e' },
    { ...incident, TransactionId: 'of-another-time', StepName: 'Get contact' },
    { ...incident, TransactionId: null, ShortMessage: 'Trigger Skipped' },
  ];
  const { read, seen } = await openLists({ runs, incidents, headers: { 'total-pages': '1' } });
  expect(await read()).toEqual({ ended: 3, failed: 2, errors: ['Write file: Out of retries'] });
  expect(seen).toHaveLength(2);
  expect(seen[0]?.url).toContain('after=2026-11-01T00%3A00%3A00.000Z&before=2026-11-02');
  // The error of a run can come after the span.
  expect(seen[1]?.url).not.toContain('before=');
});

test('no runs need no look at incidents, and a service without page counts is read until nothing is new', async () => {
  const none = await openLists({ runs: [], headers: { 'total-pages': '0' } });
  expect(await none.read()).toEqual({ ended: 0, failed: 0, errors: [] });
  expect(none.seen).toHaveLength(1);
  const uncounted = await openLists({ runs });
  expect(await uncounted.read()).toEqual({ ended: 2, failed: 0, errors: [] });
  expect(uncounted.seen).toHaveLength(3);
});

const after = '2026-12-01T00:00:00Z';

async function readStatuses(messages: readonly unknown[]): Promise<readonly (number | null)[]> {
  const { url } = await serveBroken((_, response) => {
    const incidents = messages.map((FullMessage, index) => ({ CycleId: `c${index}`, FullMessage }));
    sendJson(response, incidents, { headers: { 'total-pages': '1' } });
  });
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  const found = take(await reader.listIncidents('northwind', { after }, 'error'));
  return found.map(({ status }) => status);
}

test('takes the status of the first line alone, and of no other text', async () => {
  expect(
    await readStatuses([
      'HTTP/1.1 422 Unprocessable Entity\r\n{"a": 1}\r\n\r\nPOST https://example.com HTTP/1.1',
      '503\r\n',
      '500 records of a customer could not be written',
      'The connector is not authenticated.',
      null,
    ]),
  ).toEqual([422, 503, null, null, null]);
});

test('keeps nothing else of what the third party answered', async () => {
  const { url } = await serveBroken((_, response) => {
    const FullMessage = 'HTTP/1.1 422 No\r\nada@example.com';
    sendJson(response, [{ CycleId: 'c', FullMessage }], { headers: { 'total-pages': '1' } });
  });
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  const found = take(await reader.listIncidents('northwind', { after }, 'error'));
  expect(JSON.stringify(found)).not.toContain('ada@example.com');
});
