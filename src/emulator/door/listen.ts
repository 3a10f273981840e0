import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

/** A server that accepts connections of this machine alone. */
export interface Listener {
  /** Origin without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves on 127.0.0.1; port 0 takes any free one. Rejects where the port is taken. */
export async function listen(app: Hono, port: number): Promise<Listener> {
  const server = createServer(
    getRequestListener((request, bindings) => app.fetch(request, bindings), {
      // The global Request and Response stay as they are: tests share this process.
      overrideGlobalObjects: false,
      errorHandler: describeBug,
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      return ended;
    },
  };
}

function describeBug(error: unknown): Response {
  const Message = `The emulator failed: ${error instanceof Error ? error.message : String(error)}`;
  return Response.json({ Message }, { status: 500 });
}
