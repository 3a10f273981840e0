import { createServer, request } from 'node:http';
import { vi } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { listenOnLoopback } from '../wire/serve-broken.ts';
import { closeAfterFile } from './opened.ts';
import type { Project } from './run-cyclectl.ts';

type Aim = { readonly method?: string; readonly path: string; readonly nth: number };

/** Long enough that a request never comes out of it by itself. */
const foreverMs = 3_600_000;

/** Holds the nth request of a kind back. The service has not done it; what it began waits for its caller's end. */
export function blockRequest(
  emulator: Emulator,
  aim: Aim,
): { readonly hasCome: () => Promise<void> } {
  emulator.control.plantFaults([{ ...aim, do: 'delay', delayMs: foreverMs }]);
  return {
    hasCome: () =>
      waitUntil(() => emulator.control.readFaults()[0]?.hit === 1, `${aim.path} is asked for`),
  };
}

/** A relay between a project and its service, which holds back the first request of a kind, or each, until the test lets it go. */
export async function holdRequest(
  { url, edit }: Pick<Project, 'edit'> & { readonly url: string },
  {
    method,
    path,
    each = false,
  }: { readonly method: string; readonly path: RegExp; readonly each?: boolean },
): Promise<{ readonly hasCome: Promise<void>; readonly letGo: () => void }> {
  const [hasCome, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const relay = createServer(async (incoming, outgoing) => {
    if ((each || !isHeld) && incoming.method === method && path.test(incoming.url ?? '')) {
      isHeld = true;
      hasCome.resolve();
      await letGo.promise;
    }
    const { headers } = incoming;
    const onward = request(`${url}${incoming.url}`, { method: incoming.method, headers });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  closeAfterFile(() => {
    relay.closeAllConnections();
    relay.close();
  });
  await edit('cyclectl.yaml', url, await listenOnLoopback(relay));
  return { hasCome: hasCome.promise, letGo: letGo.resolve };
}

/** Waits for something to be so; fails with what it was when it never is. */
export async function waitUntil(isSo: () => boolean, what: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`never: ${what}`);
    },
    { timeout: 25_000, interval: 10 },
  );
}
