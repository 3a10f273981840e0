import { constants, createContext, Script } from 'node:vm';
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';

// The inside of a script's worker. No object of Node reaches the script: only text goes in and out
// of its context, so that it finds no way to this worker's own functions.

interface Handed {
  readonly script: string;
  /** JSON. */
  readonly names: string;
  /** Rung when an answer lies at the port. */
  readonly bell: Int32Array;
  readonly port: MessagePort;
}

/** Runs inside the context; `ask` takes and gives JSON text, and never throws. */
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
    return stringify({ json: stringify(run()) ?? 'null' });
  } catch (error) {
    return stringify({ error: error instanceof Error ? error.name + ': ' + error.message : String(error) });
  }
})`;

const handed = workerData as Handed;

function ask(text: string): string {
  const request = readRequest(text);
  if (request === undefined) {
    return JSON.stringify({ error: 'http_request takes {url, method, headers, body}.' });
  }
  Atomics.store(handed.bell, 0, 0);
  handed.port.postMessage(request);
  Atomics.wait(handed.bell, 0, 0);
  return JSON.stringify(receiveMessageOnPort(handed.port)?.message);
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

function run(): unknown {
  const context = createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
  const body = new Script(`(function () { 'use strict';\n${handed.script}\n})`, {
    filename: 'script',
  }).runInContext(context);
  const prepare = new Script(preparation).runInContext(context);
  return JSON.parse(prepare(ask, handed.names, body));
}

function runOrTell(): unknown {
  try {
    return run();
  } catch (error) {
    // A script that is no JavaScript never began.
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

parentPort?.postMessage(runOrTell());
