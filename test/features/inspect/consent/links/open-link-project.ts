import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import type { Emulator } from '../../../../../src/emulator/emulator.ts';
import {
  openRemoteProject,
  type Project,
  programPath,
  readProjectFile,
  startAt,
} from '../../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../../support/run-in-process.ts';

/** The connector of the quickstart that a person signs in. */
export const mailer = 'northwind/connectors/mailer';

/** The quickstart, applied, with the address of a proxy at which customers reach the pages. */
export async function openLinkProject(more = '', { isApplied = true } = {}) {
  const proxy = await openProxy();
  const project = await openRemoteProject();
  const [, url = ''] = /baseUrl: (\S+)/.exec(await readProjectFile(project, 'cyclectl.yaml')) ?? [];
  await project.edit(
    'cyclectl.yaml',
    'limits: {requestsPerSecond: 1000}',
    `limits: {requestsPerSecond: 1000}\n      consent: {url: ${proxy.origin}${more}}`,
  );
  await project.edit('cyclectl.yaml', 'baseUrl:', `authUrl: ${url}\n        baseUrl:`);
  if (isApplied)
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  return { project, proxy };
}

export type Wait = {
  readonly address: string;
  readonly link: string;
  readonly expiresAt: string;
};

/** The links of all connectors that wait. */
export async function listLinks(project: Project): Promise<readonly Wait[]> {
  const { stdout } = await runInProcess(project, 'consent', '--all', '--format', 'json');
  return JSON.parse(stdout).waits;
}

type ServeOptions = {
  readonly options?: readonly string[];
  /** How far the clock of the process is ahead. */
  readonly aheadMs?: number;
};

/** Starts `cyclectl consent serve` behind the proxy; gives what it says, line by line. */
export async function startServe(
  { project, proxy }: Awaited<ReturnType<typeof openLinkProject>>,
  { options = [], aheadMs = 0 }: ServeOptions = {},
) {
  const { directory, environment } = project;
  const ahead = `const now = Date.now; const Own = Date;
    globalThis.Date = class extends Own {
      constructor(...given) { if (given.length > 0) super(...given); else super(now() + ${aheadMs}); }
      static now() { return now() + ${aheadMs}; }
    };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(ahead)}`;
  const words = ['consent', 'serve', '--listen', '127.0.0.1:0', ...options];
  const env = { ...environment, ...(aheadMs === 0 ? {} : { NODE_OPTIONS }) };
  const process = startAt({ path: programPath, directory }, words, env);
  onTestFinished(() => {
    process.kill('SIGKILL');
  });
  const said: string[] = [];
  const listening = Promise.withResolvers<number>();
  createInterface({ input: process.stderr }).on('line', (line) => {
    said.push(line);
    const [, port] = /^Listening on http:\/\/127\.0\.0\.1:(\d+)\./.exec(line) ?? [];
    if (port !== undefined) listening.resolve(Number(port));
  });
  proxy.forward(await Promise.race([listening.promise, process.then(() => 0)]));
  return { process, said };
}

/** True if the service has the connector as signed in. */
export function isSignedIn({ control }: Emulator): boolean {
  return control
    .dump()
    .accounts.some(({ connectors }) =>
      connectors.some(({ name, isAuthenticated }) => name === 'mailer' && isAuthenticated),
    );
}

// As in use: customers reach a proxy, whose address the project has.
async function openProxy() {
  let port = 0;
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url: path, headers } = incoming;
    const to = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    to.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward: (to: number) => {
      port = to;
    },
  };
}
