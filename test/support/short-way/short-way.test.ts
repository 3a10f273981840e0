import { afterEach, describe, expect, it } from 'vitest';
import { type Emulator, openEmulator } from '../../../src/emulator/emulator.ts';
import { Http, type HttpRequest } from '../../../src/wire/http.ts';
import { quickstartWorld } from '../../emulator/support/worlds.ts';
import { HeldDeadlines } from '../../service/open-for-test.ts';
import { closeAfterFile } from '../opened.ts';
import { way } from './way.ts';

// What is handed over must say what a socket says, whatever becomes of the answer.

const accounts = '/v1.0/accounts';
const made = JSON.stringify({ AccountId: 'überall', Name: 'Überall' });
const faults = [
  { do: 'status', status: 429, retryAfterS: 2 },
  { do: 'drop-before' },
  { do: 'drop-after' },
  { do: 'truncate' },
  { do: 'garble' },
  { do: 'delay', delayMs: 60_000 },
] as const;

afterEach(() => {
  way.isOpen = false;
});

describe('A request that is handed over', () => {
  it('has the answer that it has over a socket', async () => {
    expect(await send(null, read())).toMatchObject({ kind: 'answer', status: 200 });
    expect(await send(null, write(made))).toMatchObject({ kind: 'answer', status: 200 });
    expect(await send(null, write('no JSON'))).toMatchObject({ kind: 'answer', status: 400 });
  });

  it.each(faults)('is lost, cut off or late as over a socket: %o', async (fault) => {
    await send(fault, read());
    await send(fault, write(made));
  });

  it('takes no socket', async () => {
    const { http, emulator, ask } = await open();
    way.isOpen = true;
    const before = countSockets();
    expect(await ask(read())).toMatchObject({ status: 200 });
    // Those of earlier files may close meanwhile.
    expect(countSockets()).toBeLessThanOrEqual(before);
    await http.close();
    await emulator.close();
  });

  it('is refused by a service that has closed, and ended by one that closes', async () => {
    for (const isOpen of [false, true]) {
      way.isOpen = isOpen;
      const { http, emulator, ask } = await open();
      emulator.control.plantFaults([{ do: 'delay', delayMs: 60_000, path: '**' }]);
      const late = ask(read());
      await untilAsked(emulator);
      await emulator.close();
      expect(await late, `${isOpen}`).toMatchObject({ kind: 'no-answer', wasSent: true });
      expect(await ask(read()), `${isOpen}`).toMatchObject({
        kind: 'no-answer',
        code: 'ECONNREFUSED',
      });
      await http.close();
    }
  });
});

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

type Fault = (typeof faults)[number];

/** Sends it both ways, each to a service of its own, and gives what both came to. */
async function send(fault: Fault | null, request: HttpRequest) {
  const came = [];
  for (const isOpen of [false, true]) {
    const { http, emulator, ask, timer } = await open();
    if (fault !== null) emulator.control.plantFaults([{ ...fault, path: '**' }]);
    way.isOpen = isOpen;
    const answered = ask(request);
    if (fault?.do === 'delay') {
      await untilAsked(emulator);
      timer.passAll();
    }
    const reply = await answered;
    const { method, path, status } = emulator.requests()[0] ?? {};
    came.push({ reply, heard: { method, path, status: fault?.do === 'delay' ? null : status } });
    await http.cut();
    await emulator.close();
  }
  const [socket, handed] = came;
  expect(handed).toEqual(socket);
  return handed?.reply;
}

async function untilAsked(emulator: Emulator): Promise<void> {
  await expect.poll(() => emulator.requests().length, { timeout: 25_000 }).toBe(1);
}

async function open() {
  const emulator = await openEmulator({ world: quickstartWorld, frozenAt: '2026-12-01T00:00:00Z' });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  const timer = new HeldDeadlines();
  const http = new Http({
    baseUrl: url,
    concurrency: 2,
    requestsPerSecond: 1000,
    requestTimeoutMs: 20_000,
    environment: {},
    timer,
  });
  const Authorization = `Bearer ${emulator.makeAccessToken()}`;
  const ask = (request: HttpRequest) =>
    http.send({ ...request, headers: { ...request.headers, Authorization } });
  return { emulator, http, ask, timer };
}

function read(): HttpRequest {
  const line = { method: 'GET', path: accounts, account: null };
  return { line, target: accounts, headers: { Accept: 'application/json' }, body: null };
}

function write(body: string): HttpRequest {
  const line = { method: 'POST', path: accounts, account: null };
  return { line, target: accounts, headers: { 'Content-Type': 'application/json' }, body };
}
