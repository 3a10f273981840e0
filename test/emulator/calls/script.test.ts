import { beforeAll, describe, expect, test } from 'vitest';
import {
  runScript,
  type ScriptReply,
  type ScriptRequest,
} from '../../../src/emulator/scripts/run-script.ts';
import { type Account, openConnectors } from './open-connectors.ts';
import { openParty } from './open-party.ts';

const limits = { scriptMs: 10_000, scriptMemoryMib: 32, scriptRequests: 3 };

/** Runs a script; the third party answers what it was asked. */
async function run(script: string, more: { names?: object; limits?: object } = {}) {
  const asked: ScriptRequest[] = [];
  const outcome = await runScript({
    script,
    names: { ...more.names },
    limits: { ...limits, ...more.limits },
    closing: new AbortController().signal,
    send: async (request): Promise<ScriptReply> => {
      asked.push(request);
      return request.url === 'http://lost/'
        ? { error: 'No connection.' }
        : { status: 201, headers: { a: 'b' }, body: JSON.stringify(request) };
    },
  });
  return { outcome, asked };
}

describe('a script', () => {
  test('sees its names, sends requests one after the other and returns data', async () => {
    const script = `
      const first = http_request({ url: 'http://a/', method: 'post', headers: { x: 1 }, body: { n } });
      const second = http_request('http://b/');
      return { n, first, second: JSON.parse(second.body).method };`;
    const { outcome, asked } = await run(script, { names: { n: [1, 'ü'] } });
    const sent = { url: 'http://a/', method: 'POST', headers: { x: '1' }, body: '{"n":[1,"ü"]}' };
    expect(asked).toEqual([sent, { url: 'http://b/', method: 'GET', headers: {}, body: null }]);
    expect(outcome).toEqual({
      kind: 'returned',
      value: {
        n: [1, 'ü'],
        first: { status: 201, headers: { a: 'b' }, body: JSON.stringify(sent) },
        second: 'GET',
      },
      httpRequests: 2,
    });
  });

  test.each([
    ['return () => 1', null],
    ['return { a: undefined, b: NaN, c: "ü" }', { b: null, c: 'ü' }],
  ])('what %j returns is %j', async (script, value) => {
    expect((await run(script)).outcome).toEqual({ kind: 'returned', value, httpRequests: 0 });
  });

  test.each([
    ['throw new RangeError("no")', 'RangeError: no'],
    ['return (', 'SyntaxError'],
    ['const a = {}; a.a = a; return a', 'TypeError'],
  ])('the error of %j is reported', async (script, reason) => {
    const { outcome } = await run(script);
    expect(outcome.kind === 'failed' ? outcome.reason : outcome).toContain(reason);
  });

  test('gets the error of a request that cannot be sent', async () => {
    const script = `
      const said = (request) => { try { http_request(request) } catch (error) { return error.message } };
      return [said(undefined), said({}), said('http://lost/'), [1, 2, 3].map(() => said('http://a/'))];`;
    const { outcome } = await run(script);
    const wrong = 'http_request takes {url, method, headers, body}.';
    expect(outcome).toMatchObject({
      value: [wrong, wrong, 'No connection.', [null, null, 'A script may send 3 requests.']],
      httpRequests: 3,
    });
  });

  test('that does not end is ended, and so is one that takes too much memory', async () => {
    const late = await run('for (;;) {}', { limits: { scriptMs: 50 } });
    expect(late.outcome).toMatchObject({
      kind: 'failed',
      reason: 'The script ran longer than 50 ms.',
    });
    const items = [
      'new Array(1000).fill(0.5)',
      'new Uint8Array(1e6)',
      'new SharedArrayBuffer(1e6)',
    ];
    const large = await run(`
      return [${items.map((item) => `() => { for (const all = [];;) all.push(${item}) }`).join(', ')}]
        .map((fill) => { try { fill() } catch (error) { return error.message } });`);
    expect(large.outcome).toMatchObject({ value: items.map(() => 'out of memory') });
    const endless = await run('const all = []; for (;;) all.push({ all });');
    expect(endless.outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/memory/),
    });
  });

  test('ends when the service closes', async () => {
    const closing = new AbortController();
    const running = runScript({
      script: 'for (;;) {}',
      names: {},
      limits,
      closing: closing.signal,
      send: async () => ({ error: 'none' }),
    });
    closing.abort();
    expect(await running).toMatchObject({ kind: 'failed', reason: 'The service closed.' });
  });
});

describe('a method of type Script', () => {
  let account: Account;
  let app: number;

  beforeAll(async () => {
    account = await openConnectors();
    app = await account.install('Our App');
  });

  async function readTasks(): Promise<number> {
    return (await account.caller.call('GET', '/v1.0/accounts/northwind/usage')).body.TasksUsed;
  }

  test('answers what its script returns, and counts its requests as tasks', async () => {
    const method = await account.findMethod('Our App', 'Sum orders');
    const before = await readTasks();
    const { status, body } = await account.callMethod(app, method, { Parameters: { count: '2' } });
    expect({ status, body }).toEqual({ status: 200, body: { orders: 2, total: 25 } });
    expect(await readTasks()).toBe(before + 1);
  });

  test('that fails is a 400 with the words of its error', async () => {
    const party = await openParty({
      method: {
        type: 'Script',
        script: 'throw new Error(fields.a.b + mergefields.place)',
        fields: ['a.b'],
      },
      install: { Properties: [{ Name: 'place', Value: '!' }] },
    });
    const { status, body } = await party.call({ Fields: { 'a.b': 'no' } });
    expect({ status, message: body.Message }).toEqual({
      status: 400,
      message: 'Failed to call the method: The script failed: Error: no!',
    });
  });

  test('does not count as a task without requests', async () => {
    const party = await openParty({ method: { type: 'Script', script: 'return [1]' } });
    expect((await party.call()).body).toEqual([1]);
    const { body } = await party.account.caller.call('GET', '/v1.0/accounts/northwind/usage');
    expect(body.TasksUsed).toBe(0);
  });
});
