import { type Context, Hono } from 'hono';
import { parseJson } from '../http/body/parse-json.ts';
import type { State } from '../state/state.ts';
import { countRateLimited, isRevoked } from './app-faults.ts';
import type { SampleAppName } from './app-names.ts';
import { AppRows } from './app-rows.ts';

// Sample apps stand in for third parties: what a world's connectors call where nothing else is
// there. They take nothing of the service but its clock and its store, in which their contents
// outlive it like all else. They have the manners of such APIs: credentials, pages, 401, 404, 429.

/** An app: what it holds at first, and what it answers. */
export interface SampleApp {
  /** As in `app:NAME`. */
  readonly name: SampleAppName;
  /** What it holds, by kind; each thing has an id of its own. */
  readonly kinds: readonly string[];
  /** Things that are there from the start. */
  readonly seed: (rows: AppRows) => void;
  /** The credential of a request, or undefined where it carries none that counts; null: none needed. */
  readonly readCredential: (context: Context, state: State) => string | null | undefined;
  readonly addRoutes: (app: Hono, open: () => AppRows) => void;
  /** An error in the app's own format. */
  readonly writeError: (message: string) => { readonly text: string; readonly contentType: string };
}

/** An app as an application over HTTP; each request is one transaction. */
export function makeSampleApp(sample: SampleApp, readState: () => State): Hono {
  const app = new Hono();
  const open = () => openRows(sample, readState());
  const refuse = (status: number, message: string, headers: Record<string, string> = {}) => {
    const { text, contentType } = sample.writeError(message);
    return new Response(text, { status, headers: { ...headers, 'Content-Type': contentType } });
  };
  app.use(async (context, next) => {
    const state = readState();
    const retryAfterS = countRateLimited(state, sample.name);
    if (retryAfterS > 0) {
      return refuse(429, 'Too many requests.', { 'Retry-After': String(retryAfterS) });
    }
    const credential = sample.readCredential(context, state);
    const isGood =
      credential === null || (credential && !isRevoked(state, sample.name, credential));
    return isGood ? next() : refuse(401, 'The credential is missing or invalid.');
  });
  sample.addRoutes(app, open);
  app.notFound(() => refuse(404, 'There is nothing here.'));
  app.onError((error) => {
    if (error instanceof AppRefusal) {
      return refuse(error.status, error.message);
    }
    throw error;
  });
  return app;
}

/** The rows of an app, with what it holds at first. */
export function openRows(sample: SampleApp, state: State): AppRows {
  const rows = new AppRows(sample.name, state);
  rows.prepare(sample.seed);
  return rows;
}

/** An app says no, in its own format. */
export class AppRefusal extends Error {
  override readonly name = 'AppRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** JSON of a request. */
export async function readJson(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const json = parseJson(await context.req.text());
  if (typeof json !== 'object' || json === null) {
    throw new AppRefusal(400, 'The body is no JSON object.');
  }
  return json as Readonly<Record<string, unknown>>;
}

/** What stands in nested objects, as text; undefined for anything else. */
export function readText(json: unknown, ...names: readonly string[]): string | undefined {
  let value = json;
  for (const name of names) {
    value =
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined;
  }
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;
}

/** A time in a query as milliseconds; 0 where it is not there. */
export function readInstant(context: Context, name: string): number {
  const text = context.req.query(name);
  const atMs = text === undefined ? 0 : Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw new AppRefusal(400, `${name} is not a time.`);
  }
  return atMs;
}

/** A number from 1 in a query; above `most` it is `most`. */
export function readCount(
  context: Context,
  name: string,
  { standard, most }: { readonly standard: number; readonly most: number },
): number {
  const text = context.req.query(name);
  if (text === undefined) {
    return standard;
  }
  if (!/^[1-9][0-9]{0,8}$/.test(text)) {
    throw new AppRefusal(400, `${name} is not a number from 1.`);
  }
  return Math.min(Number(text), most);
}

/** Errors as most APIs write them. */
export function formatJsonError(message: string): { text: string; contentType: string } {
  return { text: JSON.stringify({ error: { message } }), contentType: 'application/json' };
}
