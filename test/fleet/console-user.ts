import type { Emulator } from '../../src/emulator/emulator.ts';
import { type Answer, type Caller, signIn } from '../emulator/support/start-emulator.ts';
import { type Decks, makeDecks } from './make/decks.ts';

/** Part of every secret that the console user types, to search for. */
export const secretMark = 'fleet-canary';

/** A user who makes a fleet in the console by plain requests, and keeps the secrets. */
export type FleetUser = {
  readonly emulator: Emulator;
  readonly caller: Caller;
  readonly decks: Decks;
  /** Catalog and templates, as the service lists them. */
  readonly releases: readonly Answer['body'][];
  readonly templates: readonly Answer['body'][];
  /** Typed secrets, by the place of `toCommandContext`. */
  readonly secrets: Map<string, string>;
};

/** Account in which the console user works. */
export type ConsoleAccount = {
  readonly fleetUser: FleetUser;
  readonly account: string;
  readonly caller: Caller;
};

/** Opens a console user whose choices follow a seed. */
export async function openFleetUser(emulator: Emulator, seed: number): Promise<FleetUser> {
  const caller = await signIn(emulator);
  return {
    emulator,
    caller,
    decks: makeDecks(seed),
    releases: await send(caller, 'GET', '/connectors?pageSize=1000'),
    templates: await send(caller, 'GET', '/templates?pageSize=1000'),
    secrets: new Map(),
  };
}

/** Place of a secret: external account id, object name, and names below. */
export function toPlace(...names: readonly string[]): string {
  return JSON.stringify(names);
}

/** Thinks of a secret and keeps it in mind. */
export function typeSecret({ secrets }: FleetUser, place: string): string {
  const secret = `${secretMark}-${secrets.size + 1}+/'~&=:`;
  secrets.set(place, secret);
  return secret;
}

/** A successful request under /v1.0. The body, if any, comes last. */
export async function send(
  caller: Caller,
  ...[method, path, body]: readonly [string, string, unknown?]
): Promise<Answer['body']> {
  const answer = await caller.call(method, `/v1.0${path}`, body);
  if (answer.status >= 200 && answer.status <= 299) return answer.body;
  const asked = `${method} ${path} ${JSON.stringify(body) ?? ''}`;
  throw new Error(`${asked}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
