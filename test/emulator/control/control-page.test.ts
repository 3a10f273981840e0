import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleActions } from '../../../src/emulator/console/run-console.ts';
import { controlCalls } from '../../../src/emulator/control/control-calls.ts';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import { startEmulator } from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

// docs/reference/emulator-control.md, sentence by sentence where a test can: its routes, its tables, and its examples in
// their order on one service.

const page = readFileSync(
  new URL('../../../docs/reference/emulator-control.md', import.meta.url),
  'utf8',
);
const routes = Object.keys(controlCalls).map((name) => name.replace(' ', ' /__control/'));

/** First words in code of the rows beneath a head. */
function listRows(head: string): readonly string[] {
  const [, table = ''] = page.split(`| ${head} |`);
  return [...(table.split('\n\n')[0] ?? '').matchAll(/^\| \[?`([^`]+)`/gm)].map(
    (match) => match[1] ?? '',
  );
}

interface Example {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly type: string | null;
  readonly body: string | undefined;
  readonly answer: unknown;
}

/** Each section's command, as a shell would take it apart, and the answer beneath it. */
function listExamples(cycle: () => string): readonly (() => Example)[] {
  const pattern = /^## `([^`]+)`[\s\S]*?```sh\ncurl ([\s\S]*?)\n```\n\n```json\n([\s\S]*?)\n```/gm;
  return [...page.matchAll(pattern)].map(([, route = '', command = '', answer = '']) => () => {
    const words = [...command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
      ([, single, double, bare]) =>
        single ??
        bare ??
        (double ?? '').replaceAll(/\\(.)/g, '$1').replace('$CYCLE', cycle()).replace('$URL', ''),
    );
    const after = (option: string) => {
      const at = words.indexOf(option);
      return at < 0 ? undefined : words[at + 1];
    };
    return {
      route,
      method: after('-X') ?? 'GET',
      path: words.find((word) => word.startsWith('/')) ?? '',
      type: after('-H')?.replace('Content-Type: ', '') ?? null,
      body: after('-d'),
      answer: JSON.parse(answer),
    };
  });
}

async function send(emulator: Emulator, { method, path, type, body }: Omit<Example, 'answer'>) {
  return emulator.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method,
      ...(type === null ? {} : { headers: { 'Content-Type': type } }),
      ...(body === undefined ? {} : { body }),
    }),
  );
}

async function open(): Promise<Emulator> {
  return startEmulator({
    world: quickstartWorld,
    frozenAt: '2026-12-01T05:00:00Z',
    control: true,
  });
}

/** What the control port says of a body that is wrong. */
async function readRefusal(name: string, body: unknown): Promise<string> {
  const emulator = await open();
  const type = 'application/json';
  const path = `/__control/${name}`;
  const json = JSON.stringify(body);
  const response = await send(emulator, { route: '', method: 'POST', path, type, body: json });
  expect(response.status).toBe(400);
  return String(Object(await response.json()).Message);
}

test('the page of the control port has a row and a section of every route, and of no other', () => {
  const sections = [...page.matchAll(/^## `([^`]+)`/gm)].map((match) => match[1]);
  expect(listRows('Route').toSorted()).toEqual(routes.toSorted());
  expect(sections.toSorted()).toEqual(routes.toSorted());
});

test('every example of the page is answered as it says', async () => {
  const emulator = await open();
  const cycle = () => emulator.control.dump().accounts[0]?.cycles[0]?.id ?? '';
  const examples = listExamples(cycle);
  expect(examples).toHaveLength(routes.length);
  for (const prepare of examples) {
    const { answer, ...example } = prepare();
    expect(`${example.method} ${example.path}`).toBe(example.route);
    expect([example.path, example.type, example.body === undefined]).toEqual(
      example.method === 'GET'
        ? [example.path, null, true]
        : [example.path, 'application/json', false],
    );
    const response = await send(emulator, example);
    expect([example.route, response.status]).toEqual([example.route, 200]);
    const json: unknown = await response.json();
    expect(json, example.route).toEqual(Array.isArray(answer) && answer.length === 0 ? [] : json);
    expect(json, example.route).toMatchObject(Object(answer));
  }
});

test('another method of a route is a 405 that says which it takes, and another name a 404', async () => {
  const emulator = await open();
  const ask = async (method: string, path: string) => {
    const { status, headers } = await emulator.fetch(new Request(`http://x${path}`, { method }));
    return [status, headers.get('Allow')];
  };
  for (const slash of ['', '/']) {
    expect(await ask('GET', `/__control/clock${slash}`)).toEqual([405, 'POST']);
    expect(await ask('PUT', `/__control/faults${slash}`)).toEqual([405, 'GET, POST']);
    expect(await ask('GET', `/__control/nothing${slash}`)).toEqual([404, null]);
  }
});

test('the page names every deed of a fault, every action of the console and every setting', async () => {
  const actions = await readRefusal('faults', [{ path: '/', do: 'nothing' }]);
  const named = (/must be (.+), not/.exec(actions)?.[1] ?? '').split(/, | or /);
  expect(listRows('`do`').toSorted()).toEqual(named.toSorted());
  expect(listRows('Action')).toEqual(Object.keys(consoleActions));
  const settings = await readRefusal('console', { settings: { nothing: 1 } });
  expect(listRows('Setting')).toEqual(
    (/settings are ([\w, ]+)\./.exec(settings)?.[1] ?? '').split(', '),
  );
});

test('a body of each deed with what the page says it needs is taken, and without it refused', async () => {
  const emulator = await open();
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| [^|]+ \|(?: `(\w+)`)? \|$/gm)];
  const actions = rows.filter(([, action = '']) => listRows('`do`').includes(action));
  expect(actions.length).toBe(listRows('`do`').length);
  for (const [, action, needs] of actions) {
    const fault = { path: '/v1.0/**', do: action };
    const whole = needs === undefined ? fault : { ...fault, [needs]: 500 };
    const plant = async (body: unknown) =>
      send(emulator, {
        route: '',
        method: 'POST',
        path: '/__control/faults',
        type: 'application/json',
        body: JSON.stringify([body]),
      });
    expect([action, (await plant(whole)).status]).toEqual([action, 200]);
    expect([action, (await plant(fault)).status]).toEqual([
      action,
      needs === undefined ? 200 : 400,
    ]);
  }
});
