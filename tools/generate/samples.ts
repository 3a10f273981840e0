import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

// Samples of the wire: request, answer and source. The contract test runs them, and the coverage
// page lists them.

/** A request and its expected answer. */
export interface Exchange {
  /** Method and path with query, such as `GET /v1.0/accounts?page=1`. */
  readonly ask: string;
  /** Value of the account header; absent: not sent. */
  readonly account?: string;
  /** `none`, `unknown`, `new` or a scope. Absent: the partner's token, requested once. */
  readonly token?: string;
  readonly body?: unknown;
  /** Text to send unchanged, instead of `body`. */
  readonly text?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Pattern for the body; see test/contract/play/match-answer.ts. */
  readonly answer?: unknown;
  /** Text in an HTML answer; absent: the answer is JSON. */
  readonly page?: string;
  /** Text in an XML answer, instead of `answer`. */
  readonly xml?: string;
  /** Patterns for headers. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Values of the answer to save by name, for `{name}` in later exchanges. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Event before or between exchanges, without a request. */
export type Event =
  /** Advances the clock. */
  | { readonly advance: string }
  /** Adds transactions to a cycle for a duration. */
  | {
      readonly transactions: {
        readonly cycle: string;
        readonly count: number;
        readonly lastsMs: number;
      };
    }
  /** A console action, as the control port takes it. */
  | { readonly console: Readonly<Record<string, unknown>> }
  /** Values of the dump to save by name, because no answer has them. */
  | { readonly dump: Readonly<Record<string, string>> };

export type GivenStep = Exchange | Event;

/** One sample: a sentence about the service, proven by its exchange and those after it. */
export interface Sample extends Exchange {
  readonly area: string;
  readonly title: string;
  readonly source: string;
  readonly given: readonly string[];
  readonly then: readonly GivenStep[];
}

/** Starting point of samples. */
export interface Given {
  readonly given?: readonly string[];
  readonly scenes: readonly GivenStep[];
}

/** An operation that a source names and the emulator lacks. */
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
  /** Lines with the same answer; each is a sample. */
  readonly ask: string | readonly string[];
}

const contractFolder = new URL('../../test/contract/', import.meta.url);

/** All samples, by area. Throws an Error with file and place for a mistake. */
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

/** All starting points by name. */
export function readGivens(): Readonly<Record<string, Given>> {
  return readContractPart('givens.yaml', 'givens');
}

/** Known operations that are not implemented. */
export function readMissingOperations(): readonly MissingOperation[] {
  return readContractPart('not-yet.yaml', 'missing');
}

/** Method and target of a line such as `GET /v1.0/accounts`. */
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

/**
 * A file of test/contract, validated against a part of its schema; throws an Error for a mistake.
 */
export function readContractPart<T>(
  path: string,
  part: 'samples' | 'givens' | 'missing' | 'rows' | 'rowNames',
): T {
  const value: unknown = parse(readFileSync(new URL(path, contractFolder), 'utf8'));
  ajv ??= openSchema();
  const validate = ajv.getSchema(`samples#/$defs/${part}`);
  if (validate?.(value) !== true) {
    const [error] = validate?.errors ?? [];
    throw new Error(`test/contract/${path}${error?.instancePath} ${error?.message}`);
  }
  // The schema has validated the shape.
  return value as T;
}

/** Compiles each part once, because each area of samples is a file of its own. */
let ajv: Ajv2020 | null = null;

function openSchema(): Ajv2020 {
  const schema = JSON.parse(readFileSync(new URL('samples.schema.json', contractFolder), 'utf8'));
  return new Ajv2020({ allowUnionTypes: true, strictRequired: false }).addSchema(schema, 'samples');
}
