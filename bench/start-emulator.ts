import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { RequestRecord } from '../src/emulator/http/request-log.ts';

/** A local service in a process of its own. */
export type Served = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The newest requests, in the order of their arrival. */
  readRequests(): Promise<readonly RequestRecord[]>;
  end(): Promise<void>;
};

/** The program's door. */
export const door = fileURLToPath(new URL('../bin/cyclectl.js', import.meta.url));

/** Starts `cyclectl emulator` on the quickstart's world, in memory, and waits until it serves. */
export async function startEmulator(): Promise<Served> {
  const world = fileURLToPath(new URL('../examples/quickstart/world.yaml', import.meta.url));
  const child = spawn(process.execPath, [door, 'emulator', '--world', world, '--control'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  const line: unknown = first[0];
  if (typeof line !== 'string') throw new Error('The emulator ended before it served.');
  const { url, clientId, clientSecret } = JSON.parse(line) as Omit<Served, 'readRequests' | 'end'>;
  return {
    url,
    clientId,
    clientSecret,
    readRequests: async () => {
      const answer = await request(`${url}/__control/requests`);
      return (await answer.body.json()) as readonly RequestRecord[];
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
