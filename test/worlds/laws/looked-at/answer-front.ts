import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import type { MemberOf } from '../../../../src/model/observed/members.ts';
import type { Answer } from '../../../emulator/support/start-emulator.ts';
import { closeAfterFile } from '../../../support/opened.ts';

/** A JSON object from the wire. */
export type WireItem = Readonly<Record<string, Answer['body']>>;

/** Shows an object of the service as something else; null hides it. */
export type AnswerChange = (of: MemberOf, item: WireItem) => WireItem | null;

/** A proxy that shows what no request can change. */
export type AnswerFront = {
  /** Opens it before a service; it is closed after the test file. */
  open(target: string): Promise<string>;
  /** From now on, one after the other. */
  readonly changes: AnswerChange[];
};

const lists: readonly (readonly [RegExp, MemberOf])[] = [
  [/^\/v1\.0\/accounts(?:\/[^/]+)?$/, 'account'],
  [/^\/v1\.0\/account\/connectors(?:\/[^/]+)?$/, 'connector'],
  [/^\/v1\.0\/cycles(?:\/[^/]+)?$/, 'cycle'],
  [/^\/v1\.0\/cycles\/[^/]+\/steps(?:\/[^/]+)?$/, 'step'],
  [/^\/v1\.0\/cycles\/[^/]+\/edges(?:\/[^/]+)?$/, 'edge'],
  [/^\/v1\.0\/cycles\/[^/]+\/variables(?:\/[^/]+)?$/, 'variable'],
  [/^\/v1\.0\/steps\/[^/]+\/(?:parameters|fieldmappings)(?:\/\d+)?$/, 'mapping'],
];

/** Makes a front that changes nothing yet. */
export function makeAnswerFront(): AnswerFront {
  const changes: AnswerChange[] = [];
  const open = async (target: string) => {
    const server = createServer((request, response) => {
      pass(request, response, { target, changes }).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeAfterFile(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return { open, changes };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, changes }: { readonly target: string; readonly changes: readonly AnswerChange[] },
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !/^(?:host|connection|content-length|transfer-encoding)$/.test(name),
    ),
  ) as Record<string, string>;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '' } = request;
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
  const answer = await fetch(`${target}${url}`, { method, headers, ...body });
  const text = await answer.text();
  const kept = [...answer.headers].filter(
    ([name]) => !/^(?:content-length|connection|keep-alive|date|transfer-encoding)$/.test(name),
  );
  response.writeHead(answer.status, Object.fromEntries(kept));
  const [path = ''] = url.split('?');
  const [, of] = lists.find(([pattern]) => pattern.test(path)) ?? [];
  const isShown = method === 'GET' && answer.status === 200 && of !== undefined;
  response.end(isShown ? JSON.stringify(show(of, JSON.parse(text), changes)) : text);
}

function show(of: MemberOf, answer: Answer['body'], changes: readonly AnswerChange[]): unknown {
  const change = (item: WireItem) =>
    changes.reduce<WireItem | null>(
      (shown, each) => (shown === null ? null : each(of, shown)),
      item,
    );
  if (!Array.isArray(answer)) return change(answer);
  return answer.flatMap((item: WireItem) => change(item) ?? []);
}
