import type { Hono } from 'hono';
import { makeAuthorizationServer } from './apps/authorization-server.ts';
import { hasSampleApps, openSampleApps } from './apps/sample-apps.ts';
import { type CallLimits, standardLimits } from './calls/limits.ts';
import { type Control, makeControl } from './control/control.ts';
import { FaultRegistry } from './control/faults.ts';
import { addControl } from './control/serve-control.ts';
import { TruncatedResponse } from './http/broken-answer.ts';
import { OutboundClient } from './http/outbound-client.ts';
import { formatReply } from './http/reply.ts';
import { RequestLog, type RequestRecord } from './http/request-log.ts';
import type { Contract } from './http/route.ts';
import { runRequest } from './http/run-request.ts';
import type { ServerContext } from './http/server-context.ts';
import { makeApp } from './http/web/make-app.ts';
import type { Listener } from './http/web/start-server.ts';
import { makeToken } from './resources/accounts/token.ts';
import { Scheduler } from './runs/scheduler.ts';
import { openDataFolder } from './state/data-folder.ts';
import { makeState, type StateOptions } from './state/make-state.ts';
import type { RecordedAccount } from './state/recorded-account.ts';
import type { State } from './state/state.ts';
import { openStore, type Store } from './state/store.ts';
import { type Choices, makeChoices } from './world/choices.ts';
import { readWorld, toPlacedProblems } from './world/file/read-world.ts';
import type { World } from './world/file/world.ts';
import { WorldError } from './world/file/world-error.ts';

// The local service: rules, state and time of the integration service, in process or over HTTP.
// Shares no code with the client, so that one mistake cannot hide in both.

export interface EmulatorOptions {
  /** The world, or its YAML text. Throws WorldError for mistakes. */
  readonly world: World | string;
  /** Folder of the state. Absent: in memory. */
  readonly dataDirectory?: string;
  /** Wait for another process that locks the data folder, in milliseconds. Default 5000. */
  readonly waitMs?: number;
  /** Replaces the world's seed. */
  readonly seed?: number;
  /** Freezes the clock at this instant (ISO, UTC); only the control port moves it. */
  readonly frozenAt?: string;
  /** Opens the control port under `/__control`, in process and over HTTP. */
  readonly control?: boolean;
  /** `documented`: only operations of the specification, so no token endpoint. Default `full`. */
  readonly contract?: Contract;
  /** Limits of calls to third parties that differ from the standard. */
  readonly limits?: Partial<CallLimits>;
  /** True if requests may go to an address beyond the sample apps. Absent: to any. */
  readonly mayReach?: (address: string) => boolean;
  /** Choices for open questions about the service; see `choiceTable`. */
  readonly choices?: Partial<Choices>;
  /** Accounts beside those of the world, with ids of their own. */
  readonly recorded?: readonly RecordedAccount[];
}

export interface Emulator {
  /** Answers a request in process; ignores the origin of its address. */
  fetch(request: Request): Promise<Response>;
  /**
   * Answers a GET of the service in process, as `fetch` does but with plain values: a Request and a
   * Response take a tenth of a short command's time. `target` is a path with its query.
   */
  get(target: string, headers: Readonly<Record<string, string>>): Promise<PlainAnswer>;
  /**
   * Serves on 127.0.0.1, on a free port by default; sample apps get a port of their own. Unless the
   * clock is frozen, cycles run in real time.
   */
  listen(at?: { readonly port?: number }): Promise<ServiceListener>;
  /** The first client of the world. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /**
   * A token of the first client for every account, as if from elsewhere: the specification does not
   * say how to get one.
   */
  makeAccessToken(): string;
  /** Control for tests in this process, without the option. */
  readonly control: Control;
  /** Requests so far, in order of arrival. */
  requests(): readonly RequestRecord[];
  /** Requests without a route; a test should end with 0. */
  unmatchedCount(): number;
  /** Closes listeners and the data folder; a second call does nothing. */
  close(): Promise<void>;
}

/** An answer as plain values; names of headers are in lower case. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The service over HTTP, and beside it the sample apps. */
export interface ServiceListener extends Listener {
  /** Address of the sample apps, each under its name; null if the world has none. */
  readonly appsUrl: string | null;
}

const defaultWaitMs = 5000;

let httpServer: Promise<typeof import('./http/web/start-server.ts')> | undefined;

/** Loads the HTTP server with the first service that listens. */
function loadServer(): Promise<typeof import('./http/web/start-server.ts')> {
  httpServer ??= import('./http/web/start-server.ts');
  return httpServer;
}

/**
 * Opens a service. Throws WorldError for a bad world, TypeError or RangeError for bad options, and
 * DataFolderHeldError if another process locks the data folder.
 */
export async function openEmulator(options: EmulatorOptions): Promise<Emulator> {
  checkWorld(options);
  const stateOptions = {
    world: readWorld(options.world),
    seed: options.seed,
    frozenAtMs: options.frozenAt === undefined ? undefined : parseInstant(options.frozenAt),
    choices: makeChoices(options.choices),
    recorded: options.recorded,
  };
  const { store, close } = await openStoreOf(options);
  try {
    return build(store, stateOptions, { ...options, close });
  } catch (error) {
    close();
    if (!(error instanceof WorldError)) throw error;
    throw new WorldError(toPlacedProblems(options.world, error.problems));
  }
}

/** Reports the right option to JavaScript programs, and to those that pass a file name. */
function checkWorld(options: unknown): void {
  const isMap = typeof options === 'object' && options !== null;
  const world = isMap && 'world' in options ? options.world : undefined;
  if (typeof world === 'string' || (typeof world === 'object' && world !== null)) return;
  throw new TypeError(
    "openEmulator takes {world}: a world as YAML text or as data. For a file, call openEmulator({world: await readFile('world.yaml', 'utf8')}).",
  );
}

function build(
  store: Store,
  settings: Omit<StateOptions, 'outside'>,
  {
    close,
    limits,
    mayReach,
    control: hasControl = false,
    contract = 'full',
  }: EmulatorOptions & { readonly close: () => void },
): Emulator {
  const closing = new AbortController();
  const outside = new OutboundClient(closing.signal, { ...standardLimits, ...limits }, mayReach);
  const options: StateOptions = { ...settings, outside };
  const server: ServerContext = {
    state: makeState(store, options),
    contract,
    log: new RequestLog(),
    faults: new FaultRegistry(),
    limit: null,
    shifted: new Set(),
    closing: closing.signal,
  };
  const runner = new Scheduler(server);
  const control = makeControl(server, {
    runner,
    restart: () => {
      const renewed = server.state.store.renew();
      outside.cutOff();
      return makeState(renewed, options);
    },
  });
  const app = makeApp(server);
  const signIn = makeAuthorizationServer(() => server.state);
  outside.addApp('sign-in', (request) => signIn.fetch(request));
  app.route('/sample-oauth', signIn);
  if (hasControl) addControl(app, server, control);
  const apps = openSampleApps(outside, () => server.state);
  const listeners: Listener[] = [];
  return {
    fetch: (request) => fetchInProcess(app, request),
    get: (target, headers) => getInProcess(server, target, headers),
    listen: async ({ port = 0 } = {}) => {
      const { startServer } = await loadServer();
      const listener = await startServer(app, port);
      listeners.push(listener);
      if (outside.appsOrigin === null && hasSampleApps(server.state.world)) {
        const appsListener = await startServer(apps, 0);
        listeners.push(appsListener);
        outside.appsOrigin = appsListener.url;
      }
      runner.start();
      return { ...listener, appsUrl: outside.appsOrigin };
    },
    credentials: readCredentials(server.state),
    makeAccessToken: () => makeAccessToken(server.state),
    control,
    requests: () => server.log.records(),
    unmatchedCount: () => server.log.unmatched,
    close: async () => {
      server.state.store.end();
      closing.abort();
      await runner.close();
      await outside.settle();
      await Promise.all(listeners.splice(0).map((listener) => listener.close()));
      close();
    },
  };
}

/** Simulates a cut-off answer, whose body is shorter than its Content-Length. */
async function fetchInProcess(app: Hono, request: Request): Promise<Response> {
  try {
    return await app.fetch(request);
  } catch (error) {
    if (error instanceof TruncatedResponse) {
      return new Response(error.sent, { status: error.status, headers: error.headers });
    }
    throw error;
  }
}

async function getInProcess(
  server: ServerContext,
  target: string,
  given: Readonly<Record<string, string>>,
): Promise<PlainAnswer> {
  const sent = toLowerCase(given);
  const reply = await runRequest(server, {
    method: 'GET',
    url: new URL(`http://localhost${target}`),
    readHeader: (name) => sent[name.toLowerCase()],
    body: null,
    clientAddress: '127.0.0.1',
  });
  const { contentType, text } = formatReply(reply);
  const headers = toLowerCase({ ...reply.headers, 'Content-Type': contentType });
  return { status: reply.status, headers, text };
}

function toLowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function makeAccessToken(state: State): string {
  const { clientId } = readCredentials(state);
  return state.store.transact(() => ({
    ...makeToken(state, { clientId, accountId: null }),
    keep: true,
  })).result.token;
}

function readCredentials({ clients: [client] }: State): Emulator['credentials'] {
  if (client === undefined) {
    throw new Error('A world without clients passed its check.');
  }
  return { clientId: client.clientId, clientSecret: client.clientSecret };
}

async function openStoreOf(options: EmulatorOptions): Promise<{ store: Store; close(): void }> {
  if (options.dataDirectory !== undefined) {
    return openDataFolder(options.dataDirectory, options.waitMs ?? defaultWaitMs);
  }
  const store = openStore(':memory:');
  return { store, close: () => store.close() };
}

function parseInstant(text: string): number {
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw new RangeError(`'${text}' is not an instant such as 2026-12-01T06:00:00Z.`);
  }
  return atMs;
}
