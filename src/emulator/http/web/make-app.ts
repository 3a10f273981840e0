import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { runRequest, type ServiceRequest } from '../run-request.ts';
import type { ServerContext } from '../server-context.ts';
import { sendReply } from './to-response.ts';

/** Header with the address of an in-process caller; ignored over HTTP. */
const clientAddressHeader = 'X-Emulator-Client-Address';

/** The service as a request handler. */
export function makeApp(server: ServerContext): Hono {
  const app = new Hono({ strict: false });
  // The service answers all paths, except those added later, such as the control port.
  app.notFound(async (context) =>
    sendReply(context, await runRequest(server, toServiceRequest(context))),
  );
  // Rethrow, because an error here is ours: in process it reaches the test.
  app.onError((error) => {
    throw error;
  });
  return app;
}

function toServiceRequest(context: Context): ServiceRequest {
  const { req } = context;
  return {
    method: req.method,
    url: new URL(req.url),
    readHeader: (name) => req.header(name),
    body: openBody(context),
    clientAddress: readClientAddress(context),
  };
}

/**
 * Body of a request; a GET has none. Over HTTP it is read from the socket, without a web stream.
 */
function openBody({ req, env }: Context): AsyncIterable<Uint8Array> | null {
  if (req.method === 'GET' || req.method === 'HEAD') return null;
  const incoming: HttpBindings['incoming'] | undefined = env?.incoming;
  // Stop reading a body that is too long, and still send the answer.
  return incoming?.iterator({ destroyOnReturn: false }) ?? req.raw.body;
}

/** In process a header gives the caller's address, else it is this machine. */
function readClientAddress(context: Context): string {
  const socket = context.env?.incoming?.socket;
  return socket === undefined
    ? (context.req.header(clientAddressHeader) ?? '127.0.0.1')
    : String(socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
}
