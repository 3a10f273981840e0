import { expect } from 'vitest';
import {
  type Emulator,
  type EmulatorOptions,
  openEmulator,
} from '../../../src/emulator/emulator.ts';
import { closeAfterFile } from '../../support/opened.ts';

/** Opens an emulator that is closed after the file, when it must have known every request. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await openEmulator(options);
  closeAfterFile(async () => {
    await emulator.close();
    expect(emulator.unmatchedCount(), 'requests that no route answered').toBe(0);
  });
  return emulator;
}

/** A response, with names as on the wire. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the wire without types.
  readonly body: any;
  readonly headers: Headers;
}

/** One who is signed in and speaks to an emulator in process. */
export interface Caller {
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same one, working inside an account. */
  inside(account: string): Caller;
}

/** Signs in with the emulator's credentials, for one account if a scope is given. */
export async function signIn(emulator: Emulator, scope?: string): Promise<Caller> {
  const { status, body } = await askToken(emulator, {
    grant_type: 'client_credentials',
    client_id: emulator.credentials.clientId,
    client_secret: emulator.credentials.clientSecret,
    ...(scope === undefined ? {} : { scope }),
  });
  expect(status).toBe(200);
  return makeCaller(emulator, body.access_token, {});
}

export async function askToken(emulator: Emulator, form: Record<string, string>): Promise<Answer> {
  return toAnswer(
    await emulator.fetch(
      new Request('http://emulator/oauth/token', {
        method: 'POST',
        body: new URLSearchParams(form),
      }),
    ),
  );
}

export function makeCaller(
  emulator: Emulator,
  token: string,
  headers: Record<string, string>,
): Caller {
  return {
    token,
    call: async (method, path, body) =>
      toAnswer(
        await emulator.fetch(
          new Request(`http://emulator${path}`, {
            method,
            headers: { Authorization: `Bearer ${token}`, ...headers },
            ...(body === undefined
              ? {}
              : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          }),
        ),
      ),
    inside: (account) => makeCaller(emulator, token, { 'X-Service-Account': account }),
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return { status, body: isJson ? JSON.parse(text) : text, headers };
}

/** An account of the quickstart's world, and one who works in it. */
export async function openAccount(
  options: Partial<EmulatorOptions> & Pick<EmulatorOptions, 'world'>,
): Promise<Caller> {
  const partner = await signIn(await startEmulator(options));
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  return partner.inside('northwind');
}

/** Installs a template by its name and gives the answered cycle. */
export async function installTemplate(caller: Caller, name: string): Promise<Answer['body']> {
  const { body } = await caller.call('GET', '/v1.0/templates');
  const template = body.find((each: { Name: string }) => each.Name === name);
  const answer = await caller.call('POST', `/v1.0/templates/${template.Id}/install`, {});
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Installs a template, authenticates every connector of the account, and gives the cycle's id. */
export async function installReady(caller: Caller, template: string): Promise<string> {
  const cycle = await installTemplate(caller, template);
  for (const { Id } of await readBody(caller, '/account/connectors')) {
    await put(caller, `/account/connectors/${Id}`, { AuthValue: 'not-a-secret' });
  }
  return cycle.Id;
}

/** Body of a GET under /v1.0 that must be a 200. */
export async function readBody(caller: Caller, path: string): Promise<Answer['body']> {
  const { status, body } = await caller.call('GET', `/v1.0${path}`);
  expect(status).toBe(200);
  return body;
}

/** A PUT under /v1.0. */
export async function put(caller: Caller, path: string, body: unknown = {}): Promise<Answer> {
  return caller.call('PUT', `/v1.0${path}`, body);
}
