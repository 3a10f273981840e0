import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../opened.ts';

/** One request that the receiver was sent. */
export type Heard = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Somebody on loopback who is told. */
export type Receiver = {
  readonly url: string;
  readonly heard: Heard[];
  /** Statuses of the next answers; 200 when there are none. */
  readonly statuses: number[];
};

/** Opens one that is closed after the test's file. */
export async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      heard.push({ path: request.url ?? '', headers: request.headers, body });
      response.statusCode = statuses.shift() ?? 200;
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, statuses };
}
