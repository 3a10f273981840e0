import { type Context, Hono } from 'hono';
import { parseJson } from '../http/body/parse-json.ts';
import type { State } from '../state/state.ts';
import { countRateLimited, isRevoked } from './app-faults.ts';
import { AppRows } from './app-rows.ts';

/** Sample apps by the names that a world gives them: `app:crm`. */
export const sampleAppNames = ['crm', 'mailer', 'files', 'our-app'] as const;

export type SampleAppName = (typeof sampleAppNames)[number];

// Sample apps replace third parties for the world's connectors. They use only the clock and store
// of the service, and behave as such APIs do: credentials, pages, 401, 404, 429.

/** An app: its seed data and routes. */
export interface SampleApp {
  /** NAME of `app:NAME`. */
  readonly name: SampleAppName;
  /** Kinds of records; each record has an id. */
  readonly kinds: readonly string[];
  /** Writes the records that exist from the start. */
  readonly seed: (rows: AppRows) => void;
  /** Credential of a request; undefined if missing or invalid, null if none is needed. */
  readonly readCredential: (context: Context, state: State) => string | null | undefined;
  readonly addRoutes: (app: Hono, open: () => AppRows) => void;
  /** An error in the app's own format. */
  readonly writeError: (message: string) => { readonly text: string; readonly contentType: string };
}

/** Serves an app over HTTP; each request is one transaction. */
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

/** Records of an app, seeded at first use. */
export function openRows(sample: SampleApp, state: State): AppRows {
  const rows = new AppRows(sample.name, state);
  rows.prepare(sample.seed);
  return rows;
}

/** Error answer in the app's own format. */
export class AppRefusal extends Error {
  override readonly name = 'AppRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** JSON body of a request. */
export async function readJson(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const json = parseJson(await context.req.text());
  if (typeof json !== 'object' || json === null) {
    throw new AppRefusal(400, 'The body is no JSON object.');
  }
  return json as Readonly<Record<string, unknown>>;
}

/** Value in nested objects, as text; undefined for anything else. */
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

/** Time of a query parameter as milliseconds; 0 if absent. */
export function readInstant(context: Context, name: string): number {
  const text = context.req.query(name);
  const atMs = text === undefined ? 0 : Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw new AppRefusal(400, `${name} is not a time.`);
  }
  return atMs;
}

/** Query parameter from 1 to `most`; larger numbers become `most`. */
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
