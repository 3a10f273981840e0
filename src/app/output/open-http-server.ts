import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperationalError } from '../../kit/operational-error.ts';

/** An address to listen on, such as `127.0.0.1:8080`; port 0 is a free one. */
export type ListenAddress = { readonly host: string; readonly port: number };

/** A server that answers until it is closed. */
export type OpenedServer = { readonly port: number; close(): Promise<void> };

/** Opens an HTTP server. Throws `OperationalError` for an address that it cannot have. */
export async function openHttpServer(
  { host, port }: ListenAddress,
  answer: RequestListener,
): Promise<OpenedServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((cause: Error) => {
    throw new OperationalError(`cannot listen on ${host}:${port}: ${cause.message}`, {
      remedy: 'Pass another HOST:PORT; with port 0, a free one is chosen.',
      cause,
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
