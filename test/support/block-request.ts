import { createServer, request } from 'node:http';
import { vi } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { listenOnLoopback } from '../wire/serve-broken.ts';
import { closeAfterFile } from './opened.ts';
import type { Project } from './run-cyclectl.ts';

type Aim = { readonly method?: string; readonly path: string; readonly nth: number };

/** One request that is held back, and others that are, each time. */
type HeldRequests = Aim & { readonly others?: readonly Omit<Aim, 'nth'>[] };

/** Long enough that a request never comes out of it by itself. */
const foreverMs = 3_600_000;

/** Holds the nth request of a kind back. The service has not done it; what it began waits for its caller's end. */
export function blockRequest(
  emulator: Emulator,
  { others = [], ...aim }: HeldRequests,
): { readonly hasCome: () => Promise<void> } {
  emulator.control.plantFaults(
    [aim, ...others].map((each) => ({ ...each, do: 'delay', delayMs: foreverMs })),
  );
  return {
    hasCome: () =>
      waitUntil(() => emulator.control.readFaults()[0]?.hit === 1, `${aim.path} is asked for`),
  };
}

/** Starts a command, and kills it while the nth request of a kind is held back; then the service answers all again. */
export async function killAtRequest(
  project: Pick<Project, 'start'> & { readonly emulator: Emulator },
  held: HeldRequests,
  args: readonly string[],
): Promise<void> {
  const { hasCome } = blockRequest(project.emulator, held);
  const command = project.start(...args);
  await hasCome();
  command.kill('SIGKILL');
  await command;
  project.emulator.control.plantFaults([]);
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
