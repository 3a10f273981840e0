import { expect } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import {
  type Exchange,
  type Given,
  type GivenStep,
  type Sample,
  splitAsk,
} from '../../../tools/generate/samples.ts';
import { type Kept, putIn, putInText, readPlace } from './kept-values.ts';
import { matchAnswer } from './match-answer.ts';

/** Carries a request to the emulator: in process, or over HTTP. */
export type Carry = (target: string, init: RequestInit) => Promise<Response>;

/** Where a sample is played: an emulator of its own, and the way to it. */
export interface Stage {
  readonly emulator: Emulator;
  readonly carry: Carry;
  readonly givens: Readonly<Record<string, Given>>;
}

/** Plays what a sample is given, the sample, and what follows. Fails where an answer differs. */
export async function playSample(stage: Stage, sample: Sample): Promise<void> {
  const player = new Player(stage);
  for (const name of sample.given) {
    await player.arrange(name);
  }
  await player.exchange(sample);
  for (const scenario of sample.then) {
    await player.play(scenario);
  }
}

class Player {
  readonly #stage: Stage;
  readonly #arranged = new Set<string>();
  readonly #tokens = new Map<string, string>();
  #kept: Kept = {};

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Sets up a starting point once, however many samples use it. */
  async arrange(name: string): Promise<void> {
    if (this.#arranged.has(name)) {
      return;
    }
    this.#arranged.add(name);
    const given = this.#stage.givens[name];
    if (given === undefined) {
      throw new Error(`Nothing is given by the name '${name}'.`);
    }
    for (const other of given.given ?? []) {
      await this.arrange(other);
    }
    for (const scenario of given.scenes) {
      await this.play(scenario);
    }
  }

  async play(scenario: GivenStep): Promise<void> {
    const { control } = this.#stage.emulator;
    if ('advance' in scenario) {
      await control.letPass(scenario.advance);
    } else if ('transactions' in scenario) {
      const { cycle, ...plan } = scenario.transactions;
      control.plantTransactions({ ...plan, cycle: putInText(cycle, this.#kept) });
    } else if ('console' in scenario) {
      control.console(putIn(scenario.console, this.#kept) as Readonly<Record<string, unknown>>);
    } else if ('dump' in scenario) {
      this.#keep(control.dump(), scenario.dump);
    } else {
      await this.exchange(scenario);
    }
  }

  async exchange(exchange: Exchange): Promise<void> {
    const { method, target } = splitAsk(exchange.ask);
    const filled = putInText(target, this.#kept);
    const response = await this.#stage.carry(filled, {
      method,
      redirect: 'manual',
      headers: await this.#makeHeaders(exchange),
      // Lines that are answered alike share a body, which a GET among them cannot carry.
      body: method === 'GET' ? null : writeBody(exchange, this.#kept),
    });
    const text = await response.text();
    const line = `${method} ${filled}`;
    expect(`${line} ${response.status}`, text).toBe(`${line} ${exchange.status}`);
    // Every answer of the real service that was seen is JSON and says so (SERVICE A [T]), but for
    // what a browser is shown and what a third party said in XML.
    const [form, part] = readForm(exchange);
    expect(response.headers.get('content-type')).toMatch(new RegExp(`^${form}`));
    const body: unknown = part === undefined ? JSON.parse(text) : undefined;
    expect(text).toContain(part ?? '');
    expect(this.#judge(exchange, body, response.headers), line).toEqual([]);
    const kept = Object.entries(exchange.keep ?? {}).map(([name, place]) => [
      name,
      readAddress(response.headers.get('location'), place) ?? readPlace(body, place),
    ]);
    this.#kept = { ...this.#kept, ...Object.fromEntries(kept) };
  }

  #keep(body: unknown, places: Readonly<Record<string, string>>): void {
    const kept = Object.entries(places).map(([name, place]) => [name, readPlace(body, place)]);
    this.#kept = { ...this.#kept, ...Object.fromEntries(kept) };
  }

  #judge(exchange: Exchange, body: unknown, headers: Headers): readonly string[] {
    return [
      ...(exchange.answer === undefined
        ? []
        : matchAnswer(body, putIn(exchange.answer, this.#kept))),
      ...Object.entries(exchange.headers ?? {}).flatMap(([name, wanted]) =>
        matchAnswer(headers.get(name) ?? undefined, wanted, `header ${name}`),
      ),
    ];
  }

  async #makeHeaders({ token = '', account, form }: Exchange): Promise<Record<string, string>> {
    const bearer = token === 'unknown' ? 'f'.repeat(64) : await this.#readToken(token);
    return {
      ...(token === 'none' || form !== undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(account === undefined ? {} : { 'X-Service-Account': putInText(account, this.#kept) }),
    };
  }

  /** The partner's token, or one for a scope; each is asked for once unless a new one is wanted. */
  async #readToken(scope: string): Promise<string> {
    const held = this.#tokens.get(scope);
    if (held !== undefined || scope === 'none') {
      return held ?? '';
    }
    const { clientId, clientSecret } = this.#stage.emulator.credentials;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope.startsWith('account:') ? { scope } : {}),
    });
    const response = await this.#stage.carry('/oauth/token', { method: 'POST', body: form });
    expect(response.status).toBe(200);
    const token = String(readPlace(await response.json(), 'access_token'));
    if (scope !== 'new') {
      this.#tokens.set(scope, token);
    }
    return token;
  }
}

/** A value of the query of the address that a browser is sent on to, where a place says `Location?name`. */
function readAddress(location: string | null, place: string): string | null {
  const name = /^Location\?(.+)$/.exec(place)?.[1];
  return name === undefined || location === null ? null : new URL(location).searchParams.get(name);
}

/** The content type of an answer, and a part of its text where it is no JSON. */
function readForm({ page, xml }: Exchange): readonly [string, string | undefined] {
  return page !== undefined
    ? ['text/html', page]
    : xml !== undefined
      ? ['application/xml', xml]
      : ['application/json', undefined];
}

function writeBody({ form, body, text }: Exchange, kept: Kept): string | URLSearchParams | null {
  if (form !== undefined) {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(form)) {
      sent.set(name, putInText(value, kept));
    }
    return sent;
  }
  return body === undefined ? (text ?? null) : JSON.stringify(putIn(body, kept));
}
