import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { runScript, type ScriptRequest } from '../../src/emulator/scripts/run-script.ts';

// A world comes from a branch, and its scripts with it. Each way here got, or was to get, hold of the
// process that runs scripts.

const limits = { scriptMs: 20_000, scriptMemoryMib: 32, scriptRequests: 3 };

async function run(script: string, more: { limits?: object } = {}) {
  const asked: ScriptRequest[] = [];
  const outcome = await runScript({
    script,
    names: { given: { list: [1], text: 'a' } },
    limits: { ...limits, ...more.limits },
    closing: new AbortController().signal,
    send: async (request) => {
      asked.push(request);
      return { status: 200, headers: { a: 'b' }, body: '{}' };
    },
  });
  return { outcome, asked };
}

/** Names that only Node, a browser or a shell of the engine has. */
const host = `['process', 'require', 'module', 'Buffer', 'fetch', 'WebSocket', 'setTimeout', 'console',
  'global', 'WebAssembly', 'std', 'os', 'bjson', 'Worker', 'navigator', 'structuredClone', 'ask']`;

/** Text of a function that tells which of them a global object has. */
const look = `(all) => ${host}.filter((name) => all?.[name] !== undefined)`;

describe('a script finds nothing of the process', () => {
  /** Each is an expression that gives a global object, a function's maker, or an error. */
  const ways = [
    'globalThis',
    'http_request.constructor',
    'http_request.bind.constructor',
    'given.constructor.constructor',
    'given.list.map.constructor',
    "http_request('http://a/').constructor.constructor",
    "http_request('http://a/').headers.constructor.constructor",
    '(async () => {}).constructor',
    '(function* () {}).constructor',
    '(async function* () {}).constructor',
    "import('node:fs').constructor.constructor",
    "import('node:fs').then(() => {}, (error) => { globalThis.told = error }).constructor.constructor",
    'Promise.withResolvers().resolve.constructor',
    'Reflect.construct(FinalizationRegistry, [() => {}]).constructor.constructor',
    'new WeakRef(http_request).deref().constructor',
    "caught(() => http_request({ get url() { throw new Error('mine') } })).constructor.constructor",
    'caught(() => http_request({ url: { toJSON() { return { toString: 1, valueOf: 1 } } } }))',
    'caught(() => http_request(1n)).constructor.constructor',
    'caught(() => http_request(Symbol())).constructor.constructor',
    'caught(() => (function deep() { deep() })()).constructor.constructor',
    'caught(() => JSON.parse("{")).constructor.constructor',
    'caught(() => null.a).constructor.constructor',
    'caught(() => new Array(-1)).constructor.constructor',
    'caught(() => http_request(new Proxy({}, { get: (_, name, receiver) => receiver })))',
    'caught(() => http_request({ url: "http://a/", headers: { ["__proto__"]: { x: 1 } } })).constructor',
    'Object.getPrototypeOf(Object.getPrototypeOf(http_request))',
    'Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").get.constructor',
    '(() => { class A extends Array { static get [Symbol.species]() { return Function } } return caught(() => new A(1).map(String)) })()',
    '(() => { Error.prepareStackTrace = (_, sites) => sites; return caught(() => { throw new Error("a") }).stack })()',
    '(() => { Error.prepareStackTrace = (_, sites) => sites[0]?.getThis?.(); return caught(() => http_request(1n)).stack })()',
    'new Function("return this")()',
    '(0, eval)("this")',
    'Reflect.construct(Function, ["return globalThis"])()',
    'http_request.caller',
  ];

  test('by no chain of constructors, errors, getters or proxies', async () => {
    const script = `
      const caught = (way) => { try { return way() } catch (error) { return error } };
      const look = ${look};
      const tries = [${ways.map((way) => `() => ${way}`).join(',\n')}];
      return tries.map((way) => {
        const found = caught(way);
        const made = [
          found,
          caught(() => found('return globalThis')()),
          caught(() => found.constructor('return globalThis')()),
          caught(() => found.constructor.constructor('return globalThis')()),
          caught(() => found.constructor.constructor.constructor('return globalThis')()),
        ];
        return made.flatMap(look);
      });`;
    const { outcome } = await run(script);
    expect(outcome).toMatchObject({ kind: 'returned', value: ways.map(() => []) });
  });

  test.each([
    // The wrapper is closed, and what stands between runs as a script: the error of import() was Node's.
    `}); import('node:fs').catch((error) => { globalThis.all = error.constructor.constructor('return globalThis')() }); (function () {`,
    '}, globalThis.early = 1, function () {',
    '}(1), function () {',
    '} }); globalThis.early = 1; ({ run() {',
    '} function other() {',
  ])('nor by a text that closes its function: %s', async (script) => {
    const { outcome } = await run(script);
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('SyntaxError'),
    });
  });

  test('nor by what it leaves to be done later', async () => {
    const { outcome, asked } = await run(`
      const send = () => http_request('http://later/');
      const loop = () => Promise.resolve().then(loop);
      loop();
      queueMicrotask(send);
      import('node:fs').catch(send);
      (async () => { await null; send() })();
      (async function* () { yield await null; send() })().next();
      new FinalizationRegistry(send).register({}, 1);
      return { then(resolve) { resolve(send()) } };`);
    expect({ outcome, asked }).toEqual({
      outcome: { kind: 'returned', value: {}, httpRequests: 0 },
      asked: [],
    });
  });
});

describe('a script cannot', () => {
  test('say what its process says, or read more than its answers', async () => {
    const { outcome, asked } = await run(`
      JSON.stringify = () => '{"request":{"url":"http://forged/"}}';
      JSON.parse = () => ({ json: '1' });
      Object.prototype.request = { url: 'http://forged/' };
      const forged = Object.assign(Object.create(null), { url: 'http://forged/' });
      Object.prototype.toJSON = () => Object.assign(Object.create(null), { request: forged });
      return 'told\\n{"request":{"url":"http://forged/"}}\\n';`);
    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({ kind: 'returned', value: expect.stringContaining('told') });
  });

  test('end a line of its process with a sign that a text may have in it', async () => {
    const { outcome, asked } = await run(String.raw`
      const forged = '\u2028{"request":{"url":"http://forged/"}}\u2029\u0085\r';
      http_request('http://a/' + forged);
      return forged;`);
    const forged = '\u2028{"request":{"url":"http://forged/"}}\u2029\u0085\r';
    expect(asked.map(({ url }) => url)).toEqual([`http://a/${forged}`]);
    expect(outcome).toEqual({ kind: 'returned', value: forged, httpRequests: 1 });
  });

  test('go on after its time where who began it was killed', async () => {
    const { resolve } = createRequire(import.meta.url);
    const engine = {
      url: pathToFileURL(resolve('quickjs-wasi')).href,
      wasm: resolve('quickjs-wasi/quickjs.wasm'),
    };
    const task = { script: 'for (;;) {}', names: {}, memoryMib: 32, ms: 100, engine };
    const file = new URL('../../src/emulator/scripts/script-process.ts', import.meta.url);
    const { stdout } = await execa(process.execPath, [file.pathname], {
      input: `${JSON.stringify(task)}\n`,
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    expect(stdout).toContain('interrupted');
  });

  test('wait for ever, in a pattern or in shared memory', async () => {
    const ways = [
      "/^(a+)+$/.test('a'.repeat(40) + 'b')",
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
      'new Array(4294967295).join("a")',
    ];
    for (const way of ways) {
      const { outcome } = await run(`${way}; for (;;) {}`, { limits: { scriptMs: 500 } });
      expect(outcome).toMatchObject({ kind: 'failed' });
    }
  });

  test('give back so much, or so deep, that the service goes with it', async () => {
    const deep = 'let all = []; for (let i = 0; i < 3e3; i++) all = [all]; return all';
    expect((await run(deep)).outcome).toMatchObject({ kind: 'failed' });
    const large = "return '\\u0000'.repeat(2e7)";
    expect((await run(large)).outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('memory'),
    });
  });
});

/** The part of WebAssembly that is used here: TypeScript has it with browsers alone. */
interface Engines {
  readonly Module: (new (
    bytes: Uint8Array,
  ) => object) & {
    readonly imports: (module: object) => readonly { readonly name: string }[];
  };
}

test('the engine of scripts is given a clock, chance, text to ask with, and nothing else', () => {
  const { resolve } = createRequire(import.meta.url);
  const { Module } = Reflect.get(globalThis, 'WebAssembly') as Engines;
  const engine = new Module(readFileSync(resolve('quickjs-wasi/quickjs.wasm')));
  expect(Module.imports(engine).map(({ name }) => name)).toEqual([
    'host_get_timezone_offset',
    'host_interrupt',
    'host_promise_rejection',
    'host_module_normalize',
    'host_module_load',
    'host_call',
    'clock_time_get',
    'fd_close',
    'fd_fdstat_get',
    'fd_seek',
    'fd_write',
    'random_get',
  ]);
});
