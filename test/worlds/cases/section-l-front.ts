import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch, Headers, type Response } from 'undici';
import type { Answer } from '../../emulator/support/start-emulator.ts';
import { closeAfterFile } from '../../support/opened.ts';

// Proxy before an emulator with the old answer formats. It translates to those of SERVICE L, from
// that text alone and not from the emulator's own implementation.

/** A JSON value from the wire. */
type Wire = Answer['body'];

/** Requests of a front to its service. */
type Behind = {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The cycle of each step that was listed so far. */
  readonly cycles: Map<string, string>;
};

/** The choices of an emulator whose answers have none of the shapes that the front gives. */
export const shapesOfBefore = {
  webhookFields: 'response',
  unmappedField: 'null',
  missingMappings: 'fields',
} as const;

/** Translations of a front, by the row of SERVICE L. */
export type Rewritten = Set<
  | 'webhook'
  | 'method members'
  | 'unmapped field'
  | 'missing mapping'
  | 'prerequisites of a step'
  | 'unauthenticated connector'
>;

/** Opens a front before a service; it is closed after the test file. */
export async function openFront(target: string): Promise<{
  readonly url: string;
  readonly rewritten: Rewritten;
  /** Requests by method and path, as they came. */
  readonly asked: readonly string[];
}> {
  const rewritten: Rewritten = new Set();
  const asked: string[] = [];
  const cycles = new Map<string, string>();
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    pass(request, response, { target, cycles, rewritten }).catch((error: Error) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ Message: `The front failed: ${error.message}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, rewritten, asked };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  at: { readonly target: string; readonly cycles: Map<string, string>; rewritten: Rewritten },
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !/^(?:host|connection|content-length|transfer-encoding)$/.test(name),
    ),
  ) as Record<string, string>;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const method = request.method ?? 'GET';
  const path = (request.url ?? '').split('?')[0] ?? '';
  const behind = { url: at.target, headers, cycles: at.cycles };
  const own = /^\/v1\.0\/steps\/([^/]+)\/prerequisites$/.exec(path)?.[1];
  if (method === 'GET' && own !== undefined) {
    at.rewritten.add('prerequisites of a step');
    return end(response, 200, JSON.stringify(await listOfStep(behind, own)));
  }
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
  const answer = await fetch(`${at.target}${request.url}`, { method, headers, ...body });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  if (method !== 'GET' || answer.status !== 200 || !isJson) return end(response, answer, text);
  const shaped = await shape(path, JSON.parse(text), { behind, rewritten: at.rewritten });
  return end(response, answer, JSON.stringify(shaped));
}

function end(response: ServerResponse, answer: Response | 200, text: string): void {
  const reported =
    answer === 200 ? new Headers({ 'content-type': 'application/json' }) : answer.headers;
  const kept = [...reported].filter(
    ([name]) => !/^(?:content-length|connection|keep-alive|date)$/.test(name),
  );
  response.writeHead(answer === 200 ? 200 : answer.status, Object.fromEntries(kept));
  response.end(text);
}

async function shape(
  path: string,
  answer: Wire,
  { behind, rewritten }: { readonly behind: Behind; readonly rewritten: Rewritten },
): Promise<Wire> {
  if (/^\/v1\.0\/connectors\/.*\/methods$/.test(path)) {
    return answer.map((method: Wire) => shapeMethod(method, rewritten));
  }
  const steps = /^\/v1\.0\/cycles\/([^/]+)\/steps(?:\/[^/]+)?$/.exec(path)?.[1];
  if (steps !== undefined) {
    const shapeStep = (step: Wire) => {
      behind.cycles.set(step.Id, steps);
      return { ...step, Method: shapeMethod(step.Method, rewritten) };
    };
    return Array.isArray(answer) ? answer.map(shapeStep) : shapeStep(answer);
  }
  if (/^\/v1\.0\/steps\/[^/]+\/fieldmappings(?:\/\d+)?$/.test(path)) {
    const shapeMapping = (mapping: Wire) => {
      if (mapping.MappingType !== null) return mapping;
      rewritten.add('unmapped field');
      return { ...mapping, MappingType: 'Ignore' };
    };
    return Array.isArray(answer) ? answer.map(shapeMapping) : shapeMapping(answer);
  }
  const cycle = /^\/v1\.0\/cycles\/([^/]+)\/prerequisites$/.exec(path)?.[1];
  return cycle === undefined ? answer : listOfCycle(behind, { cycle, answer, rewritten });
}

/** Members of method lists (Q1); of a webhook RequestFields hold what it delivers, and it has no EndPoint. */
function shapeMethod(method: Wire, rewritten: Rewritten): Wire {
  rewritten.add('method members');
  const isWebhook = method.MethodType === 'Webhook';
  if (isWebhook) rewritten.add('webhook');
  const members = (item: Wire) => ({
    ...item,
    Triggers: null,
    Description: item.Description || null,
    TriggerName: item.TriggerName || null,
  });
  const responses = [
    ...method.ResponseFields.map(members),
    members({ Id: 999_001, Name: 'List', Location: '[].id', DataType: 'Text', Values: null }),
    members({ Id: 999_002, Name: 'Tags', Location: '[].[tags]', DataType: 'Text', Values: null }),
  ].map((item) => ({ ...item, IsOptional: false }));
  return {
    ...method,
    Warning: null,
    CreateWebhookMethod: null,
    DeleteWebhookMethod: null,
    EndPoint: isWebhook ? null : `{{Url}}${toAddress(method.EndPoint ?? '')}`,
    Parameters: method.Parameters.map(members),
    RequestFields: (isWebhook ? method.ResponseFields : method.RequestFields).map(members),
    ResponseFields: isWebhook ? [] : responses,
  };
}

function toAddress(endpoint: string): string {
  return endpoint.replace(/^[A-Z]+ /, '').replaceAll(/\{([^{}]+)\}/g, '{{$1}}');
}

/** Code 30 names the step; fields and parameters are not named in the list of a cycle (Q3). */
async function listOfCycle(
  behind: Behind,
  { cycle, answer, rewritten }: { cycle: string; answer: Wire; rewritten: Rewritten },
): Promise<Wire> {
  const steps = await ask(behind, `/v1.0/cycles/${cycle}/steps`);
  const listed = new Map<string, Wire>();
  for (const item of answer) {
    if (item.ReasonCode === 20) {
      rewritten.add('unauthenticated connector');
      listed.set(`20 ${item.ObjectId}`, { ...item, Reason: 'Unauthenticated connector' });
    } else if (item.ReasonCode === 40 || item.ReasonCode === 41) {
      rewritten.add('missing mapping');
      const { Id } = steps.find((step: Wire) => owns(step, item.ObjectId));
      behind.cycles.set(Id, cycle);
      const named = { ReasonCode: 30, Reason: 'Missing mapping', ObjectType: 'Action' };
      listed.set(`30 ${Id}`, { ...named, ObjectId: Id });
    } else listed.set(`${item.ReasonCode} ${item.ObjectId}`, item);
  }
  return [...listed.values()];
}

/** Code 41 has the number of a field, code 40 that of a parameter (Q3). */
async function listOfStep(behind: Behind, id: string): Promise<Wire> {
  const cycle = behind.cycles.get(id);
  if (cycle === undefined) throw new Error(`no cycle was told to have the step ${id}`);
  const step = await ask(behind, `/v1.0/cycles/${cycle}/steps/${id}`);
  const lacking = await ask(behind, `/v1.0/cycles/${cycle}/prerequisites`);
  const reasons = { 40: 'Missing parameter mapping', 41: 'Missing field mapping' } as const;
  return lacking
    .filter(({ ReasonCode }: Wire) => ReasonCode === 40 || ReasonCode === 41)
    .filter(({ ObjectId }: Wire) => owns(step, ObjectId))
    .map((item: Wire) => ({ ...item, Reason: reasons[item.ReasonCode as 40 | 41] }));
}

function owns({ Method }: Wire, item: number): boolean {
  return [...Method.Parameters, ...Method.RequestFields].some(({ Id }: Wire) => Id === item);
}

async function ask({ url, headers }: Behind, path: string): Promise<Wire> {
  const { accept: _, ...rest } = headers;
  const answer = await fetch(`${url}${path}`, { headers: rest });
  if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
  return answer.json();
}
