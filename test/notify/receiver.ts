import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../support/opened.ts';

/** One request that the receiver was sent. */
export type Heard = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A notification receiver on loopback. */
export type Receiver = {
  readonly url: string;
  readonly heard: Heard[];
  /** Statuses of the next answers; 200 when there are none. */
  readonly statuses: number[];
  /** How it answers, where that is not with a status and a word. */
  answer: ((response: ServerResponse) => void) | null;
};

/** Opens one that is closed after the test's file. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', heard: [], statuses: [], answer: null };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      receiver.heard.push({ path: request.url ?? '', headers: request.headers, body });
      response.statusCode = receiver.statuses.shift() ?? 200;
      if (receiver.answer === null) response.end('ok');
      else receiver.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}` });
}
