import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer on its way. */
export type Passing = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** Replacement for an answer. */
export type Spoil = (
  asked: { readonly method: string; readonly path: string },
  answer: Passing,
) => Passing;

/** Proxy that corrupts the answers of a service. */
export type SpoilingProxy = {
  readonly url: string;
  /** From now on; null lets all pass. */
  spoil(by: Spoil | null): void;
  close(): Promise<void>;
};

/** Opens one on a free port of loopback. */
export async function openSpoilingProxy(target: string): Promise<SpoilingProxy> {
  let spoil: Spoil | null = null;
  const server = createServer((asked, response) => {
    const { method = 'GET', url: path = '/', headers } = asked;
    const onward = request(`${target}${path}`, { method, headers }, (answer) => {
      void collect(answer).then((body) => {
        const passing = { status: answer.statusCode ?? 500, headers: answer.headers, body };
        send(response, spoil === null ? passing : spoil({ method, path }, passing));
      });
    });
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil: (by) => {
      spoil = by;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function collect(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers, body }: Passing): void {
  const {
    'content-length': _,
    'transfer-encoding': _encoding,
    connection: _kept,
    ...rest
  } = headers;
  const given = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  response.writeHead(status, Object.fromEntries(given)).end(body);
}
