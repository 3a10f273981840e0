import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

// Samples of the wire are data that people read: what is asked, what comes back, and which source
// says so. The contract test plays them, and the coverage page is made from them.

/** A request and what is expected of its answer. */
export interface Exchange {
  /** The method and the path with its query, such as `GET /v1.0/accounts?page=1`. */
  readonly ask: string;
  /** What the account header says; left out, it is not sent. */
  readonly account?: string;
  /** `none`, `unknown`, `new` or a scope. Left out: the partner's token, asked for once. */
  readonly token?: string;
  readonly body?: unknown;
  /** In place of `body`: what is sent as it stands. */
  readonly text?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly status: number;
  /** What the body must match; see test/contract/play/match-answer.ts. */
  readonly answer?: unknown;
  /** Text within an answer that is HTML; left out, the answer is JSON. */
  readonly page?: string;
  /** In place of `answer`: text within XML. */
  readonly xml?: string;
  /** What headers must match. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Values of the answer to keep by a name, for `{name}` in what follows. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** What happens before or between exchanges without a request. */
export type Event =
  /** Time goes on. */
  | { readonly advance: string }
  /** Transactions run in a cycle for as long. */
  | {
      readonly transactions: {
        readonly cycle: string;
        readonly count: number;
        readonly lastsMs: number;
      };
    }
  /** A person does something in the console, as the control port takes it. */
  | { readonly console: Readonly<Record<string, unknown>> }
  /** Values of the dump are kept by a name: what no answer of the service tells. */
  | { readonly dump: Readonly<Record<string, string>> };

export type GivenStep = Exchange | Event;

/** One sample: a sentence about the service, proven by its own exchange and those after it. */
export interface Sample extends Exchange {
  readonly area: string;
  readonly title: string;
  readonly source: string;
  readonly given: readonly string[];
  readonly then: readonly GivenStep[];
}

/** A situation that samples begin from. */
export interface Given {
  readonly given?: readonly string[];
  readonly scenes: readonly GivenStep[];
}

/** An operation that a source names and the emulator does not have. */
export interface MissingOperation {
  readonly method: string;
  readonly path: string;
  readonly source: string;
}

interface WrittenSample extends Omit<Exchange, 'ask'> {
  readonly title: string;
  readonly source: string;
  readonly given?: readonly string[];
  readonly then?: readonly GivenStep[];
  /** Several lines that are answered alike make a sample each. */
  readonly ask: string | readonly string[];
}

const contractFolder = new URL('../../test/contract/', import.meta.url);

/** All samples, by area. Throws an Error that names the file and the place of what is wrong. */
export function readSamples(): readonly Sample[] {
  const folder = new URL('samples/', contractFolder);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return files.toSorted().flatMap((file) => {
    const area = file.replace('.yaml', '');
    return readContractPart<readonly WrittenSample[]>(`samples/${file}`, 'samples').flatMap(
      (written) => expandSample(area, written),
    );
  });
}

/** All situations by their names. */
export function readGivens(): Readonly<Record<string, Given>> {
  return readContractPart('givens.yaml', 'givens');
}

/** Operations that are known and not built. */
export function readMissingOperations(): readonly MissingOperation[] {
  return readContractPart('not-yet.yaml', 'missing');
}

/** The method and the target of a line such as `GET /v1.0/accounts`. */
export function splitAsk(ask: string): { readonly method: string; readonly target: string } {
  const at = ask.indexOf(' ');
  return { method: ask.slice(0, at), target: ask.slice(at + 1) };
}

function expandSample(area: string, written: WrittenSample): readonly Sample[] {
  const { ask, given = [], then = [], ...rest } = written;
  if (typeof ask === 'string') {
    return [{ ...rest, area, ask, given, then }];
  }
  return ask.map((line) => ({
    ...rest,
    area,
    ask: line,
    given,
    then,
    title: `${written.title}: ${line}`,
  }));
}

/** A file of test/contract that a part of its schema describes; an Error names what is wrong. */
export function readContractPart<T>(
  path: string,
  part: 'samples' | 'givens' | 'missing' | 'rows' | 'rowNames',
): T {
  const value: unknown = parse(readFileSync(new URL(path, contractFolder), 'utf8'));
  const schema = JSON.parse(readFileSync(new URL('samples.schema.json', contractFolder), 'utf8'));
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
  ajv.addSchema(schema, 'samples');
  if (!ajv.validate({ $ref: `samples#/$defs/${part}` }, value)) {
    const [error] = ajv.errors ?? [];
    throw new Error(`test/contract/${path}${error?.instancePath} ${error?.message}`);
  }
  // The schema proved the shape.
  return value as T;
}
