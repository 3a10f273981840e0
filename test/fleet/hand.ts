import type { Emulator } from '../../src/emulator/emulator.ts';
import { type Answer, type Caller, signIn } from '../emulator/support/start-emulator.ts';
import { type Decks, makeDecks } from './make/decks.ts';

/** A piece of every secret that a hand types, to look for where none may stand. */
export const secretMark = 'fleet-canary';

/** Somebody who makes a fleet in the console: by plain requests, and with a good memory for secrets. */
export type Hand = {
  readonly emulator: Emulator;
  readonly caller: Caller;
  readonly decks: Decks;
  /** The catalogue and the templates, as the service lists them. */
  readonly releases: readonly Answer['body'][];
  readonly templates: readonly Answer['body'][];
  /** What was typed, by the place of `toCommandContext`. */
  readonly secrets: Map<string, string>;
};

/** The account that somebody works in. */
export type ConsoleAccount = {
  readonly hand: Hand;
  readonly account: string;
  readonly caller: Caller;
};

/** Signs somebody in, whose choices are those of a seed. */
export async function openHand(emulator: Emulator, seed: number): Promise<Hand> {
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

/** Where a secret stands: external id of the account, name of the object, and the names beneath. */
export function toPlace(...names: readonly string[]): string {
  return JSON.stringify(names);
}

/** Thinks of a secret and keeps it in mind. */
export function typeSecret({ secrets }: Hand, place: string): string {
  const secret = `${secretMark}-${secrets.size + 1}+/'~&=:`;
  secrets.set(place, secret);
  return secret;
}

/** A request beneath /v1.0 that the service must do. The body, where there is one, comes last. */
export async function send(
  caller: Caller,
  ...[method, path, body]: readonly [string, string, unknown?]
): Promise<Answer['body']> {
  const answer = await caller.call(method, `/v1.0${path}`, body);
  if (answer.status >= 200 && answer.status <= 299) return answer.body;
  const asked = `${method} ${path} ${JSON.stringify(body) ?? ''}`;
  throw new Error(`${asked}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
