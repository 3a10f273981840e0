import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { closeAfterFile } from '../../../support/opened.ts';
import { listenOnLoopback } from '../../../wire/serve-broken.ts';
import { accountHeader, type WorkLog } from './work-log.ts';

/**
 * The link of a replica to its database or to its service. That to the database emits what is `sent` and
 * `answered` before it passes on.
 */
export class Link extends EventEmitter<{ change: []; sent: [Buffer]; answered: [Buffer] }> {
  #state: 'open' | 'cut' | 'stalled' = 'open';

  get state(): 'open' | 'cut' | 'stalled' {
    return this.#state;
  }

  /** Ends all connections, and refuses new ones. */
  cut(): void {
    this.#set('cut');
  }

  /** Lets nothing pass, and keeps the connections. */
  stall(): void {
    this.#set('stalled');
  }

  mend(): void {
    this.#set('open');
  }

  /** Waits until it is not stalled. */
  async pass(): Promise<void> {
    while (this.#state === 'stalled') await once(this, 'change');
  }

  #set(state: 'open' | 'cut' | 'stalled'): void {
    this.#state = state;
    this.emit('change');
  }
}

/** The links of a replica, and the variables that lead it there. */
export type ReplicaNetwork = {
  readonly environment: Readonly<Record<'DATABASE_URL' | 'NODE_OPTIONS', string>>;
  readonly database: Link;
  readonly service: Link;
};

/** The addresses of the database and of the service. */
export type Ends = { readonly databaseUrl: string; readonly serviceUrl: string };

/** Opens links for a replica, which end after the test file. Its requests to the service are recorded. */
export async function openReplicaNetwork(
  { databaseUrl, serviceUrl }: Ends,
  log: WorkLog,
): Promise<ReplicaNetwork> {
  const [database, service] = [new Link(), new Link()];
  const url = new URL(databaseUrl);
  url.host = await openDatabaseLink(database, Number(url.port));
  const [from, to] = [serviceUrl, await openServiceLink(service, serviceUrl, log)];
  // All replicas have the address of the service in one file.
  const redirect = new URL(
    `redirect.ts?${new URL(from).port}=${new URL(to).port}`,
    import.meta.url,
  );
  const environment = { DATABASE_URL: url.href, NODE_OPTIONS: `--import=${redirect.href}` };
  return { environment, database, service };
}

/** Relays bytes between a replica and the database. */
async function openDatabaseLink(link: Link, target: number): Promise<string> {
  const sockets = new Set<Socket>();
  const obey = (socket: Socket): void => {
    if (link.state === 'cut') socket.destroy();
    else socket[link.state === 'stalled' ? 'pause' : 'resume']();
  };
  link.on('change', () => sockets.forEach(obey));
  const server = createTcpServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to, event] of [
      [near, far, 'sent'],
      [far, near, 'answered'],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        link.emit(event, bytes);
        to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      obey(from);
    }
  });
  closeAfterFile(() => {
    link.cut();
    server.close();
  });
  return new URL(await listenOnLoopback(server)).host;
}

/** Relays requests to the service. */
async function openServiceLink(link: Link, serviceUrl: string, log: WorkLog): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', headers } = incoming;
    const url = `${serviceUrl}${incoming.url}`;
    const account = headers[accountHeader];
    const { pathname: path } = new URL(url);
    const end = log.begin({ method, path, account: account === undefined ? null : `${account}` });
    outgoing.on('close', end);
    await link.pass();
    // What its caller has given up never comes to the service.
    if (link.state === 'cut' || outgoing.destroyed) {
      outgoing.destroy();
      return;
    }
    const onward = request(url, { method, headers });
    onward.on('response', async (answer) => {
      await link.pass();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  link.on('change', () => {
    if (link.state === 'cut') server.closeAllConnections();
  });
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return listenOnLoopback(server);
}
