import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../../support/opened.ts';

/** A request that came to a third party of a test. */
export interface Came {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Its answer: JSON, or any text. */
export interface ThirdPartyAnswer {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A third party over HTTP, closed after the file. Null leaves a request without an answer. */
export async function serveThirdParty(
  answer: (came: Came) => ThirdPartyAnswer | null,
): Promise<{ readonly url: string; readonly came: readonly Came[] }> {
  const came: Came[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, text: Buffer.concat(chunks).toString('utf8') };
    came.push(one);
    const answered = answer(one);
    if (answered !== null) {
      const { status, json, text = JSON.stringify(json), headers: more = {} } = answered;
      response.writeHead(status, { 'Content-Type': 'application/json', ...more });
      response.end(text);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came };
}
