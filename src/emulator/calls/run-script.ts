import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { CallLimits } from './limits.ts';
import { isRecord } from './location.ts';

// Scripts of a world run in a worker of their own, in a context that has the language and nothing
// of this process: no modules, no environment, no network but `http_request()`. Time, memory and
// requests are bounded.

/** What a script asks for with `http_request({url, method, headers, body})`. */
export interface ScriptRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What it gets: `{status, headers, body}`; an error is thrown in the script. */
export type ScriptReply =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly error: string };

export type ScriptOutcome =
  /** What the script returned, as JSON could carry it; null for nothing. */
  | { readonly kind: 'returned'; readonly value: unknown; readonly httpRequests: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly httpRequests: number };

/** What a script gets to run with. */
export interface ScriptRun {
  /** The body of a function. */
  readonly script: string;
  /** Names that it sees, each with plain data. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly limits: Pick<CallLimits, 'scriptMs' | 'scriptMemoryMib' | 'scriptRequests'>;
  readonly send: (request: ScriptRequest) => Promise<ScriptReply>;
  /** Ends the script when the service closes. */
  readonly closing: AbortSignal;
}

/** The compiled file beside the compiled one, the source beside the source. */
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./script-worker.ts', import.meta.url)
  : new URL('./script-worker.js', import.meta.url);

/** How a script ended, before its requests are counted. */
type Ending = { readonly value: unknown } | { readonly reason: string };

/** Runs a script to its end, or to the end of its time. */
export async function runScript(run: ScriptRun): Promise<ScriptOutcome> {
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(workerFile, {
    workerData: { script: run.script, names: JSON.stringify(run.names), bell, port: port2 },
    transferList: [port2],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: run.limits.scriptMemoryMib, stackSizeMb: 4 },
  });
  const desk = answerRequests(run, port, bell);
  try {
    const ending = await Promise.race([waitForEnd(run, worker), desk.failed]);
    return 'reason' in ending
      ? { kind: 'failed', reason: ending.reason, httpRequests: desk.count() }
      : { kind: 'returned', value: ending.value, httpRequests: desk.count() };
  } finally {
    port.close();
    await worker.terminate();
  }
}

/** Sends what the script asks for. The script stands still meanwhile, and the bell wakes it. */
function answerRequests(
  { limits, send }: ScriptRun,
  port: MessagePort,
  bell: Int32Array,
): { readonly failed: Promise<never>; count(): number } {
  let requests = 0;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Where the script ended first, nobody waits for a failure any more.
  failed.catch(() => undefined);
  const answer = async (request: ScriptRequest): Promise<void> => {
    const isOver = requests >= limits.scriptRequests;
    requests += isOver ? 0 : 1;
    const error = `A script may send ${limits.scriptRequests} requests.`;
    port.postMessage(isOver ? { error } : await send(request));
    Atomics.store(bell, 0, 1);
    Atomics.notify(bell, 0);
  };
  port.on('message', (request: ScriptRequest) => {
    answer(request).catch(reject);
  });
  return { failed, count: () => requests };
}

function waitForEnd({ limits, closing }: ScriptRun, worker: Worker): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const close = () => resolve({ reason: 'The service closed.' });
  const timer = setTimeout(() => {
    resolve({ reason: `The script ran longer than ${limits.scriptMs} ms.` });
  }, limits.scriptMs);
  closing.addEventListener('abort', close, { once: true });
  worker.once('message', (message: unknown) => resolve(readEnding(message)));
  worker.once('error', (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error);
    resolve({ reason: `The script was ended: ${said}` });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
  });
}

function readEnding(message: unknown): Ending {
  if (!isRecord(message)) {
    return { reason: 'The script ended without a word.' };
  }
  return typeof message.json === 'string'
    ? { value: JSON.parse(message.json) }
    : { reason: `The script failed: ${String(message.error)}` };
}
