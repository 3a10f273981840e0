import { readFileSync, readSync, writeSync } from 'node:fs';

// Runs in the script's process: reads and writes JSON lines. The script runs in QuickJS on
// WebAssembly with text interfaces, so no Node object is there for an escape. Work after its
// return is dropped.

/**
 * Runs inside the engine; `ask` takes and returns JSON text, and never throws. Returns `+` and
 * JSON, or `-` and an error message, so that the script cannot choose the prefix.
 */
const preparation = `'use strict';
(function (ask, names, run) {
  const { parse, stringify } = JSON;
  for (const [name, value] of Object.entries(parse(names))) globalThis[name] = value;
  globalThis.http_request = function http_request(request) {
    const given = typeof request === 'string' ? { url: request } : request;
    const reply = parse(ask(stringify(given) ?? 'null'));
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  };
  try {
    return '+' + (stringify(run()) ?? 'null');
  } catch (error) {
    return '-' + (error instanceof Error ? error.name + ': ' + error.message : String(error));
  }
})`;

let rest = '';

/** Reads the next line, without its end; blocks. */
function readLine(): string {
  const chunk = Buffer.alloc(65_536);
  const bytes: Buffer[] = [];
  let end = rest.indexOf('\n');
  while (end < 0) {
    const length = readSync(0, chunk);
    if (length === 0) throw new Error('The service closed the connection.');
    bytes.push(Buffer.from(chunk.subarray(0, length)));
    if (chunk.subarray(0, length).includes(10)) {
      rest += Buffer.concat(bytes).toString('utf8');
      end = rest.indexOf('\n');
    }
  }
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return line;
}

function writeLine(json: string): void {
  let bytes = Buffer.from(`${json}\n`);
  while (bytes.length > 0) {
    bytes = bytes.subarray(writeSync(1, bytes));
  }
}

/**
 * Answers a request of the script in JSON. Replaces errors because their text contains local paths.
 */
function ask(text: string): string {
  try {
    const request = readRequest(text);
    if (request === undefined) {
      return JSON.stringify({ error: 'http_request takes {url, method, headers, body}.' });
    }
    writeLine(JSON.stringify({ request }));
    return readLine();
  } catch {
    return JSON.stringify({ error: 'The request could not be sent.' });
  }
}

function readRequest(text: string): unknown {
  const given: unknown = JSON.parse(text);
  if (typeof given !== 'object' || given === null || !('url' in given)) {
    return undefined;
  }
  const { url, method, headers, body } = given as Record<string, unknown>;
  const pairs = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return {
    url: String(url),
    method: String(method ?? 'GET').toUpperCase(),
    headers: Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])),
    body:
      body === undefined || body === null
        ? null
        : typeof body === 'string'
          ? body
          : JSON.stringify(body),
  };
}

interface Task {
  readonly script: string;
  readonly names: unknown;
  readonly memoryMib: number;
  readonly ms: number;
  /** Address of the engine's module, and path of its code. */
  readonly engine: { readonly url: string; readonly wasm: string };
}

/** JSON of the script's end. */
async function run({ script, names, ...task }: Task): Promise<string> {
  const { EvalFlags, JSException, QuickJS }: typeof import('quickjs-wasi') = await import(
    task.engine.url
  );
  const end = performance.now() + task.ms;
  const engine = await QuickJS.create({
    wasm: readFileSync(task.engine.wasm),
    memoryLimit: task.memoryMib * 1024 * 1024,
    // A larger stack would exhaust that of V8 first, whose error the script cannot catch.
    maxStackSize: 384 * 1024,
    timezoneOffset: 0,
    // Stop by itself in case the parent process is gone.
    interruptHandler: () => performance.now() > end,
    // Discard output of the engine because it would mix with the lines: no file is open.
    wasi: () => ({ fd_write: () => badFile }),
  });
  try {
    const body = `() { 'use strict';\n${script}\n}`;
    // Try both forms, because no text that closes the function early is valid in both: one needs a
    // statement next, the other a comma or the end.
    for (const form of [`function run${body}`, `({ run${body} })`]) {
      engine.evalCode(form, 'script', EvalFlags.COMPILE_ONLY);
    }
    const host = engine.newFunction('ask', (text) => engine.newString(ask(String(text))));
    const prepare = engine.evalCode(preparation, 'preparation');
    const json = engine.newString(JSON.stringify(names));
    const begin = engine.evalCode(`(function ${body})`, 'script');
    const ending = engine.callFunction(prepare, engine.undefined, host, json, begin).toString();
    const text = ending.slice(1);
    return JSON.stringify(ending.startsWith('+') ? { json: text } : { error: text });
  } catch (error) {
    // The script is invalid JavaScript, or used so much memory that its error is lost.
    const said = error instanceof JSException ? `${error.name}: ${error.message}` : String(error);
    return JSON.stringify({ error: said });
  }
}

/** WASI's error number for a file that is not open. */
const badFile = 8;

writeLine(await run(JSON.parse(readLine())));
