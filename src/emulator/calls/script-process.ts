import { readSync, writeSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';

// The inside of a script's process. It reads lines of JSON and writes some: first what it is to run,
// then a line for each request and its answer, at last how it ended. Only text goes into the context
// of the script and out of it, so that it finds no way to this process's own functions: an error of
// theirs would be one, so none reaches it, and what is left to be done when it has returned is not done.

/** Runs inside the context; `ask` takes and gives JSON text, and never throws. */
const preparation = `'use strict';
(function (ask, names, run) {
  const { parse, stringify } = JSON;
  // Bytes of these are no part of the memory that is bounded.
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/Array$|^(Shared)?ArrayBuffer$|^(DataView|Atomics|WebAssembly)$/.test(name) && name !== 'Array') {
      delete globalThis[name];
    }
  }
  for (const [name, value] of Object.entries(parse(names))) globalThis[name] = value;
  globalThis.http_request = function http_request(request) {
    const given = typeof request === 'string' ? { url: request } : request;
    const text = stringify(given) ?? 'null';
    let reply;
    try {
      reply = parse(ask(text));
    } catch {
      throw new Error('The request could not be sent.');
    }
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  };
  try {
    return stringify({ json: stringify(run()) ?? 'null' });
  } catch (error) {
    const isError = error instanceof Error;
    return stringify({ error: isError ? error.name + ': ' + error.message : String(error) });
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
    if (length === 0) throw new Error('Nobody is at the other end.');
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

function ask(text: string): string {
  const request = readRequest(text);
  if (request === undefined) {
    return JSON.stringify({ error: 'http_request takes {url, method, headers, body}.' });
  }
  writeLine(JSON.stringify({ request }));
  return readLine();
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

/** JSON of how the script ended. */
function run({ script, names }: { script: string; names: unknown }): string {
  try {
    const context = createContext(constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
      microtaskMode: 'afterEvaluate',
    });
    const body = new Script(`(function () { 'use strict';\n${script}\n})`, { filename: 'script' });
    const prepare = new Script(preparation).runInContext(context);
    return prepare(ask, JSON.stringify(names), body.runInContext(context));
  } catch (error) {
    // A script that is no JavaScript never began.
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return JSON.stringify({ error: said });
  }
}

writeLine(run(JSON.parse(readLine())));
