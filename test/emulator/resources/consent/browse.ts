import type { Emulator } from '../../../../src/emulator/emulator.ts';
import type { Caller } from '../../support/start-emulator.ts';

/** Response of a browser request, as far as consent tests use it. */
export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where it is sent on to; undefined where it is not. */
  readonly location: URL | undefined;
}

const origin = 'http://emulator';

/** Goes to an address as a browser would, in process, without following. */
export async function browse(
  emulator: Emulator,
  path: string | URL,
  form?: Readonly<Record<string, string>>,
): Promise<Seen> {
  const url = new URL(path, origin);
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  const response = await emulator.fetch(new Request(url, init));
  const location = response.headers.get('Location');
  return {
    status: response.status,
    text: await response.text(),
    headers: response.headers,
    location: location === null ? undefined : new URL(location, url),
  };
}

/** A sign-in token for a user of an account. */
export async function askSignInToken(
  caller: Caller,
  account = 'northwind',
): Promise<{ readonly Token: string; readonly ExpiresAtUtc: string }> {
  const path = `/v1.0/accounts/${account}/signintoken`;
  const { body } = await caller.call('POST', path, { Username: 'it@northwind.example' });
  return body;
}

/** The link of a consent, as a client makes it. */
export function makeLink(values: Readonly<Record<string, string>>): string {
  return `/connectorauth/updateaccountconnectoroauth?${new URLSearchParams(values)}`;
}

/** Answers the consent page of the sample server and gives the way back to the service. */
export async function decide(
  emulator: Emulator,
  asked: URL | undefined,
  decision: 'allow' | 'deny',
): Promise<URL> {
  const page = await browse(emulator, asked ?? '/');
  const inputs = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const form = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
  const { location } = await browse(emulator, new URL('decide', asked), { ...form, decision });
  if (location === undefined) throw new Error(`The consent page answered ${page.status}.`);
  return location;
}
