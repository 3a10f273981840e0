import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { StoreEndedError } from '../../state/store.ts';
import { ConnectionLost, TruncatedResponse } from '../broken-answer.ts';
import { formatReply } from '../reply.ts';
import { checkHost } from './check-origin.ts';

/** A server for connections from this machine alone. */
export interface Listener {
  /** Origin without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Answers requests; the bindings are those of the socket. */
type Answerer = { fetch(request: Request, bindings: object): Response | Promise<Response> };

/**
 * Serves on 127.0.0.1 and refuses other hosts; port 0 takes a free one. Rejects if the port is in
 * use.
 */
export async function startServer(app: Answerer, port: number): Promise<Listener> {
  const answer = getRequestListener(
    (request, bindings) => serve(app, request, bindings as HttpBindings),
    {
      // Keep the global Request and Response, because tests share this process.
      overrideGlobalObjects: false,
      errorHandler: describeBug,
    },
  );
  const server = createServer((incoming, outgoing) => {
    const refused = checkHost(incoming);
    if (refused === null) return answer(incoming, outgoing);
    const { contentType, text } = formatReply(refused);
    outgoing.writeHead(refused.status, { 'Content-Type': contentType, Connection: 'close' });
    outgoing.end(text);
    return undefined;
  });
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

/** Answers on the socket itself, so that faults can cut or truncate it. */
async function serve(app: Answerer, request: Request, bindings: HttpBindings): Promise<Response> {
  try {
    return await app.fetch(request, { ...bindings, sent: RESPONSE_ALREADY_SENT });
  } catch (error) {
    if (error instanceof ConnectionLost || error instanceof StoreEndedError) {
      bindings.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (error instanceof TruncatedResponse) {
      sendCutOff(bindings.outgoing, error);
      return RESPONSE_ALREADY_SENT;
    }
    throw error;
  }
}

/** Flushes before the end, so that the client receives headers and half a body. */
function sendCutOff(outgoing: ServerResponse, answer: TruncatedResponse): void {
  outgoing.writeHead(answer.status, answer.headers);
  outgoing.write(answer.sent, () => outgoing.socket?.end());
}

function describeBug(error: unknown): Response {
  const Message = `The emulator failed: ${error instanceof Error ? error.message : String(error)}`;
  return Response.json({ Message }, { status: 500 });
}
