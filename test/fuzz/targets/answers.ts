import { gzipSync } from 'node:zlib';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { openFuzzProject } from '../fuzz-project.ts';
import { mutateData, mutateText } from '../mutate.ts';
import {
  openSpoilingProxy,
  type Passing,
  type Spoil,
  type SpoilingProxy,
} from '../spoiling-proxy.ts';

/** Answers of the service, through `plan`, `drift` and `apply` of what is there already. */
export async function openAnswersTarget(): Promise<FuzzTarget> {
  let proxy: SpoilingProxy | null = null;
  const project = await openFuzzProject({}, async (url) => {
    proxy = await openSpoilingProxy(url);
    return proxy.url;
  });
  const opened: SpoilingProxy | null = proxy;
  if (opened === null) throw new Error('Nothing stands before the service.');
  await project.run('apply', '--yes');
  const whole = project.emulator.control.dump();
  await project.run('plan');
  const reads = [
    ...new Set(project.emulator.requests().map(({ method, path }) => `${method} ${path}`)),
  ]
    .filter((read) => read.startsWith('GET '))
    .map((read) => read.slice('GET '.length));
  return feedAnswers({ project, proxy: opened, reads, whole });
}

type Parts = {
  readonly project: Awaited<ReturnType<typeof openFuzzProject>>;
  readonly proxy: SpoilingProxy;
  readonly reads: readonly string[];
  readonly whole: {
    readonly accounts: readonly {
      readonly connectors: readonly object[];
      readonly cycles: readonly object[];
    }[];
  };
};

function feedAnswers({ project, proxy, reads, whole }: Parts): FuzzTarget {
  return {
    feed: async (draw) => {
      const path = draw.pick(reads);
      const { name, spoil } = draw.pick(spoils);
      const before = project.emulator.requests().length;
      proxy.spoil(({ method, path: asked }, answer) =>
        method === 'GET' && asked.split('?')[0] === path ? spoil(draw, answer) : answer,
      );
      const command = draw.pick([['plan'], ['drift'], ['apply', '--yes']]);
      const ended = await project.run(...command);
      proxy.spoil(null);
      const what = `${command.join(' ')} with ${name} for ${path}`;
      const sent = project.emulator.requests().slice(before);
      const deletes = sent.filter(({ method }) => method === 'DELETE');
      const wrong = deletes.map(({ path: gone }) => `${what} deleted ${gone}`);
      const lost = count(project.emulator.control.dump()) < count(whole);
      if (lost) wrong.push(`${what}: something is gone`);
      if (
        command[0] !== 'apply' &&
        sent.some(({ method, path: at }) => method !== 'GET' && !at.includes('token'))
      )
        wrong.push(`${what} wrote`);
      return [...wrong, ...checkEnded(what, ended)];
    },
    close: async () => {
      await proxy.close();
      await project.close();
    },
  };
}

function count({ accounts }: Parts['whole']): number {
  return accounts.reduce(
    (sum, { connectors, cycles }) => sum + 1 + connectors.length + cycles.length,
    0,
  );
}

type Way = {
  readonly name: string;
  readonly spoil: (draw: Draw, answer: Passing) => ReturnType<Spoil>;
};

const bytes = (
  name: string,
  make: (body: Buffer) => Buffer | string,
  headers: Record<string, string> = {},
): Way => ({
  name,
  spoil: (_, answer) => ({
    ...answer,
    headers: { ...answer.headers, ...headers },
    body: Buffer.from(make(answer.body)),
  }),
});

// Packed once: that takes longer than all else here.
const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, 32));

const spoils: readonly Way[] = [
  ...Array.from({ length: 12 }, (): Way => ({ name: 'other data', spoil: spoilData })),
  ...Array.from({ length: 3 }, (): Way => ({ name: 'another text', spoil: spoilText })),
  bytes('nothing', () => ''),
  bytes('null', () => 'null'),
  bytes('a number', () => '1e400'),
  bytes('a text', () => '"\\ud800"'),
  bytes('no UTF-8', (body) =>
    Buffer.concat([body.subarray(0, 20), Buffer.from([0xff, 0xfe, 0xc0])]),
  ),
  bytes('a page', () => '<html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
  bytes('the type of a picture', (body) => body, { 'content-type': 'image/png' }),
  bytes('a depth', () => '['.repeat(200_000)),
  bytes('a closed depth', () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  bytes('many', () => `[${'{},'.repeat(200_000)}{}]`),
  bytes('a long text', () => JSON.stringify({ Id: 'x'.repeat(8 * 1024 * 1024) })),
  bytes('a packed answer', (body) => gzipSync(body), { 'content-encoding': 'gzip' }),
  bytes('a bomb', () => bomb, {
    'content-encoding': 'gzip',
  }),
  bytes('wrong pages', (body) => body, { 'total-pages': '-1' }),
  bytes('endless pages', (body) => body, { 'total-pages': '1e9' }),
  {
    name: 'a status',
    spoil: (draw, answer) => ({ ...answer, status: draw.pick([204, 301, 404, 418, 500]) }),
  },
];

function spoilData(draw: Draw, answer: Passing): Passing {
  const said: unknown = JSON.parse(answer.body.toString('utf8') || 'null');
  return { ...answer, body: Buffer.from(JSON.stringify(mutateData(draw, said))) };
}

function spoilText(draw: Draw, answer: Passing): Passing {
  return { ...answer, body: Buffer.from(mutateText(draw, answer.body.toString('utf8'))) };
}
