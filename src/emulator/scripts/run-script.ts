import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CallLimits } from '../calls/limits.ts';
import { isRecord } from '../calls/request/location.ts';
import { parseJson } from '../http/body/parse-json.ts';

// Scripts of a world run in a process of their own: a worker that takes all of its memory takes the
// whole service along. Inside of it they run in an engine that has the language alone, and
// `http_request()`: see script-process.ts. The process is the second wall: it may read no file but its
// own and the engine, start nothing, and has no environment. Time, memory and requests are bounded.

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
const processFile = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('./script-process.ts', import.meta.url)
    : new URL('./script-process.js', import.meta.url),
);

/** Where the engine of scripts lies; named by path, so that the process has no folder to search. */
function findEngine(): { readonly folder: string; readonly url: string; readonly wasm: string } {
  const { resolve } = createRequire(import.meta.url);
  const main = resolve('quickjs-wasi');
  return {
    folder: dirname(resolve('quickjs-wasi/package.json')),
    url: pathToFileURL(main).href,
    wasm: resolve('quickjs-wasi/quickjs.wasm'),
  };
}

/** How much longer than it may a process of a script works where nobody ends it. */
const graceMs = 1000;

/** How a script ended, before its requests are counted. */
type Ending = { readonly value: unknown } | { readonly reason: string };

type ScriptProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Runs a script to its end, or to the end of its time. */
export async function runScript(run: ScriptRun): Promise<ScriptOutcome> {
  const engine = findEngine();
  const child = startProcess(run, engine.folder);
  const { promise, resolve, reject } = Promise.withResolvers<Ending>();
  const unwatch = watch(run, child, resolve);
  const client = new ScriptChannel(run, child.stdin);
  readLines(child.stdout, (line) => {
    const reported = parseJson(line);
    if (isRecord(reported) && isRecord(reported.request)) {
      client.answer(reported.request as unknown as ScriptRequest).catch(reject);
    } else {
      resolve(readEnding(reported));
    }
  });
  const { script, names, limits } = run;
  const { scriptMemoryMib: memoryMib, scriptMs } = limits;
  const task = { script, names, memoryMib, ms: scriptMs + graceMs, engine };
  child.stdin.write(`${JSON.stringify(task)}\n`);
  try {
    const ending = await promise;
    return 'reason' in ending
      ? { kind: 'failed', reason: ending.reason, httpRequests: client.requests }
      : { kind: 'returned', value: ending.value, httpRequests: client.requests };
  } finally {
    unwatch();
    child.stdout.destroy();
    child.kill('SIGKILL');
  }
}

function startProcess({ limits }: ScriptRun, engineFolder: string): ScriptProcess {
  const child = spawn(
    process.execPath,
    [
      // The engine bounds the script; this is for copies of its texts. A close bound makes growing slow.
      `--max-old-space-size=${limits.scriptMemoryMib * 4}`,
      '--permission',
      `--allow-fs-read=${processFile}`,
      `--allow-fs-read=${engineFolder}`,
      '--disallow-code-generation-from-strings',
      '--disable-sigusr1',
      processFile,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, windowsHide: true },
  );
  // Its end is told by `exit`; what could not be written to it then is of no use to anybody.
  child.stdin.on('error', () => child.stdin.destroy());
  return child;
}

/**
 * Tells each line of a process, and what is left at its end. Only a line feed ends one: Node's own reader of lines
 * also takes signs that a text of JSON may have in it, such as U+2028.
 */
function readLines(stream: Readable, tell: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    rest += first;
    for (const next of others) {
      const line = rest;
      rest = next;
      tell(line);
    }
  });
  stream.on('end', () => {
    if (rest !== '') tell(rest);
  });
}

/** Sends what the script asks for, which stands still meanwhile. */
class ScriptChannel {
  requests = 0;
  readonly #run: ScriptRun;
  readonly #answers: Writable;

  constructor(run: ScriptRun, answers: Writable) {
    this.#run = run;
    this.#answers = answers;
  }

  async answer(request: ScriptRequest): Promise<void> {
    const { limits, send } = this.#run;
    const isOver = this.requests >= limits.scriptRequests;
    this.requests += isOver ? 0 : 1;
    const error = `A script may send ${limits.scriptRequests} requests.`;
    const reply = isOver ? { error } : await send(request);
    this.#answers.write(`${JSON.stringify(reply)}\n`);
  }
}

/** Ends a run by its process, its time or the end of the service; gives what stops the watching. */
function watch(
  { limits, closing }: ScriptRun,
  child: ScriptProcess,
  end: (ending: Ending) => void,
): () => void {
  const close = () => end({ reason: 'The service closed.' });
  const timer = setTimeout(() => {
    end({ reason: `The script ran longer than ${limits.scriptMs} ms.` });
  }, limits.scriptMs);
  closing.addEventListener('abort', close, { once: true });
  child.once('error', (error) => end({ reason: `The script cannot run: ${error.message}` }));
  child.once('close', (code, signal) => {
    // What takes too much memory is ended by a signal of its own.
    const why = `with ${signal ?? `code ${code}`}; it may use ${limits.scriptMemoryMib} MiB of memory`;
    end({ reason: `The script ended ${why}.` });
  });
  return () => {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
  };
}

/** The last line of a process that was ended may be half of one. */
function readEnding(message: unknown): Ending {
  if (!isRecord(message)) {
    return { reason: 'The script was stopped while it returned its result.' };
  }
  if (typeof message.json !== 'string') {
    return { reason: `The script failed: ${String(message.error)}` };
  }
  const value = parseJson(message.json);
  return value === undefined
    ? { reason: 'The result of the script is nested too deeply.' }
    : { value };
}
