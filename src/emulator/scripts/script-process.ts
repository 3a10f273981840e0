import { readFileSync, readSync, writeSync } from 'node:fs';

// The inside of a script's process. It reads lines of JSON and writes some: first what it is to run,
// then a line for each request and its answer, at last how it ended. The script runs in QuickJS,
// compiled to WebAssembly: an engine of its own, in memory of its own, which reaches this process by the
// functions alone that it is given, and by text alone. No object of Node is in there for an escape to
// find. What is left to be done when the script has returned is not done.

/**
 * Runs inside the engine; `ask` takes and gives JSON text, and never throws. It gives `+` and JSON, or
 * `-` and an error's words: what is written of it is not the script's to say.
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

/** The next line that comes in, without its end; waits for it. */
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

/** Answers a request of the script; JSON both ways. An error would take paths of ours along. */
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
  /** The engine: its module's address and its code's path. */
  readonly engine: { readonly url: string; readonly wasm: string };
}

/** JSON of how the script ended. */
async function run({ script, names, ...task }: Task): Promise<string> {
  const { EvalFlags, JSException, QuickJS }: typeof import('quickjs-wasi') = await import(
    task.engine.url
  );
  const end = performance.now() + task.ms;
  const engine = await QuickJS.create({
    wasm: readFileSync(task.engine.wasm),
    memoryLimit: task.memoryMib * 1024 * 1024,
    // More would use up the stack of V8 first, whose error the script cannot catch.
    maxStackSize: 384 * 1024,
    timezoneOffset: 0,
    // Who began this ends it in time; where that one was ended itself, this does not run on for ever.
    interruptHandler: () => performance.now() > end,
    // Words of the engine itself would stand among the lines: no file is open.
    wasi: () => ({ fd_write: () => badFile }),
  });
  try {
    const body = `() { 'use strict';\n${script}\n}`;
    // No text that closes the function early is correct after both beginnings: behind a declaration a
    // statement begins, behind a method there is a comma or the end.
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
    // The script is no JavaScript, or took so much that its own error could not be told.
    const said = error instanceof JSException ? `${error.name}: ${error.message}` : String(error);
    return JSON.stringify({ error: said });
  }
}

/** WASI's number for a file that is not open. */
const badFile = 8;

writeLine(await run(JSON.parse(readLine())));
