import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { CannedManner, CannedWork } from './serve-canned.ts';

/** A local service in a process of its own. */
export type Served = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The requests since the last call, in the order of their arrival; a canned service logs GETs alone. */
  readRequests(): Promise<readonly SentRequest[]>;
  end(): Promise<void>;
};

/** A service of many alike accounts, without writes. */
export type Canned = Served & {
  answerSo(manner: CannedManner): Promise<void>;
  /** When the requests since the last call arrived, in milliseconds. */
  readArrivals(): Promise<readonly number[]>;
};

export type SentRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly account: string | null;
};

/** The program's door. */
export const door = fileURLToPath(new URL('../../bin/cyclectl.js', import.meta.url));

/** Starts `cyclectl emulator` on a world, in memory, and waits until it serves. */
export async function startEmulator(world: string): Promise<Served> {
  const { end, first } = await start([door, 'emulator', '--world', world, '--control']);
  const { url, clientId, clientSecret } = first as Pick<
    Served,
    'url' | 'clientId' | 'clientSecret'
  >;
  let read = 0;
  return {
    url,
    clientId,
    clientSecret,
    readRequests: async () => {
      const answer = await request(`${url}/__control/requests`);
      const all = (await answer.body.json()) as readonly SentRequest[];
      const made = all.slice(read);
      read = all.length;
      return made;
    },
    end,
  };
}

/** Starts a service of many accounts that answers as an emulator answers for the first one. */
export async function startCanned(emulator: Served, accounts: number): Promise<Canned> {
  const { url: source, clientId, clientSecret } = emulator;
  const work: CannedWork = { url: source, clientId, clientSecret, accounts };
  const { end, first } = await start([canned, JSON.stringify(work)]);
  const { url } = first as Pick<Served, 'url'>;
  return {
    url,
    clientId,
    clientSecret,
    readRequests: async () => {
      const answer = await request(`${url}/__control/requests`);
      return (await answer.body.json()) as readonly SentRequest[];
    },
    readArrivals: async () => {
      const answer = await request(`${url}/__control/arrivals`);
      return (await answer.body.json()) as readonly number[];
    },
    answerSo: async (manner) => {
      const body = JSON.stringify(manner);
      const answer = await request(`${url}/__control/manner`, { method: 'PUT', body });
      await answer.body.dump();
    },
    end,
  };
}

const canned = fileURLToPath(new URL('serve-canned.ts', import.meta.url));

// None outlives the bench.
async function start(args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const endWithBench = () => child.kill();
  process.once('exit', endWithBench);
  const ended = once(child, 'exit');
  const [complaint, lines] = [text(child.stderr), createInterface({ input: child.stdout })];
  const [line]: unknown[] = await Promise.race([once(lines, 'line'), ended]);
  if (typeof line !== 'string')
    throw new Error(`${args.join(' ')} ended before it served: ${await complaint}`);
  const end = async () => {
    process.off('exit', endWithBench);
    child.kill('SIGTERM');
    await ended;
  };
  return { end, first: JSON.parse(line) as unknown };
}
