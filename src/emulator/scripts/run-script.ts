import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { CallLimits } from '../calls/limits.ts';
import { isRecord } from '../calls/request/location.ts';
import { parseJson } from '../http/body/parse-json.ts';
import { findScriptFiles, type ScriptFiles } from './script-files.ts';

// Runs scripts in a process of their own, because a worker without memory would end the service.
// Inside, an isolated engine has the language and `http_request()` alone, without files, children
// or environment.

/** Argument of `http_request({url, method, headers, body})`. */
export interface ScriptRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Result of it: `{status, headers, body}`; an error is thrown in the script. */
export type ScriptReply =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly error: string };

export type ScriptOutcome =
  /** Return value of the script as JSON; null for none. */
  | { readonly kind: 'returned'; readonly value: unknown; readonly httpRequests: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly httpRequests: number };

/** Input of a script run. */
export interface ScriptRun {
  /** Function body. */
  readonly script: string;
  /** Global names with plain data. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly limits: Pick<CallLimits, 'scriptMs' | 'scriptMemoryMib' | 'scriptRequests'>;
  readonly send: (request: ScriptRequest) => Promise<ScriptReply>;
  /** Aborts the script when the service closes. */
  readonly closing: AbortSignal;
}

/** Extra time of a script's process before it stops itself. */
const graceMs = 1000;

/** End of a script, before its requests are counted. */
type Ending = { readonly value: unknown } | { readonly reason: string };

type ScriptProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Runs a script to its end or timeout. */
export async function runScript(run: ScriptRun): Promise<ScriptOutcome> {
  const files = findScriptFiles();
  const child = startProcess(run, files);
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
  const task = { script, names, memoryMib, ms: scriptMs + graceMs, engine: files.engine };
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

function startProcess({ limits }: ScriptRun, { program, engine }: ScriptFiles): ScriptProcess {
  const child = spawn(
    process.execPath,
    [
      // The engine limits the script; this limits copies of its text, and is loose because a tight
      // limit slows growth.
      `--max-old-space-size=${limits.scriptMemoryMib * 4}`,
      '--permission',
      `--allow-fs-read=${program}`,
      `--allow-fs-read=${engine.folder}`,
      '--disallow-code-generation-from-strings',
      '--disable-sigusr1',
      program,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, windowsHide: true },
  );
  // Ignore write errors, because `exit` reports the end of the process.
  child.stdin.on('error', () => child.stdin.destroy());
  return child;
}

/**
 * Reports each line, and the rest at the end. Splits at line feeds alone, because Node's readline
 * also splits at characters that JSON may contain, such as U+2028.
 */
function readLines(stream: Readable, report: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    rest += first;
    for (const next of others) {
      const line = rest;
      rest = next;
      report(line);
    }
  });
  stream.on('end', () => {
    if (rest !== '') report(rest);
  });
}

/** Sends requests of the script, which waits meanwhile. */
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

/**
 * Stops a run when its process exits, its time is over or the service closes; returns a function
 * that ends the watch.
 */
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
    // A process that exceeds its memory ends by a signal.
    const why = `with ${signal ?? `code ${code}`}; it may use ${limits.scriptMemoryMib} MiB of memory`;
    end({ reason: `The script ended ${why}.` });
  });
  return () => {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
  };
}

/** The last line of a killed process may be incomplete. */
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
