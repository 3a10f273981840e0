import http, { type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, EnvHttpProxyAgent, errors } from 'undici';
import { Exchange } from './exchange.ts';

/** True if the client's requests are handed to an emulator in this process, without a socket. */
export const way = { isOpen: false };

/** A server of this process and what is on its way through it. */
type Served = { readonly server: Server; readonly open: Set<Exchange> };

function noteServer(server: Server): void {
  const served: Served = { server, open: new Set() };
  let origin = '';
  server.once('listening', () => {
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    servers.set(origin, served);
  });
  const { close, closeAllConnections } = server;
  server.close = (...words) => {
    servers.delete(origin);
    return close.apply(server, words);
  };
  server.closeAllConnections = () => {
    for (const exchange of [...served.open]) exchange.lose();
    closeAllConnections.call(server);
  };
}

type Agent = EnvHttpProxyAgent & { readonly closed: boolean; readonly destroyed: boolean };

function handOver(): void {
  const agents = new WeakMap<EnvHttpProxyAgent, Set<Exchange>>();
  const { prototype } = EnvHttpProxyAgent;
  const { dispatch, close, destroy } = prototype;
  prototype.dispatch = function hand(this: Agent, options, handler) {
    const served = way.isOpen ? servers.get(String(options.origin)) : undefined;
    if (served === undefined || this.closed || this.destroyed || !isPlain(options)) {
      return dispatch.call(this, options, handler);
    }
    const ours = agents.get(this) ?? new Set();
    agents.set(this, ours);
    new Exchange(options, handler, [served.open, ours]).begin(served.server);
    return true;
  };
  // Without a callback the library calls each of them again with one, and that call does the work.
  prototype.close = function letEnd(this: Agent, ...words: readonly unknown[]) {
    if (words.length > 0) return Reflect.apply(close, this, words);
    const ours = [...(agents.get(this) ?? [])].map(({ ended }) => ended);
    return Promise.all([Reflect.apply(close, this, []), ...ours]).then(() => undefined);
  } as typeof close;
  prototype.destroy = function end(this: Agent, ...words: readonly unknown[]) {
    for (const exchange of [...(agents.get(this) ?? [])]) {
      exchange.abort(new errors.ClientDestroyedError());
    }
    return Reflect.apply(destroy, this, words);
  } as typeof destroy;
}

/** True if a socket would not refuse or change the request. */
function isPlain({ method, path, headers, body }: Dispatcher.DispatchOptions): boolean {
  const values = Object.values((headers ?? {}) as Record<string, unknown>);
  return (
    /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method) &&
    /^\/[!-~]*$/.test(path) &&
    values.every((value) => typeof value === 'string' && /^[ -~]*$/.test(value)) &&
    (body === null || body === undefined || typeof body === 'string')
  );
}

const servers = new Map<string, Served>();
const { createServer } = http;
http.createServer = ((...words: Parameters<typeof createServer>) => {
  const server = createServer(...words);
  if (new Error('here').stack?.includes('/src/emulator/http/web/start-server.ts'))
    noteServer(server);
  return server;
}) as typeof createServer;
syncBuiltinESMExports();
handOver();
