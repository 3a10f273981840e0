import { Refusal } from '../reply.ts';
import { parseLenientJson } from './parse-lenient-json.ts';

// Bodies are read as a lenient .NET parser does: names in any case, mixed numbers and text, and
// wrong types as absent (SERVICE C, A.1 [T]).

/** Value of a name in a body. `absent` includes values of the wrong type. */
export type Given<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'value'; readonly value: T };

const absent = { kind: 'absent' } as const;
const isNull = { kind: 'null' } as const;

export class Body {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(json: unknown) {
    this.#values = new Map(
      isRecord(json)
        ? Object.entries(json).map(([name, value]) => [name.toLowerCase(), value])
        : [],
    );
  }

  text(name: string): Given<string> {
    return this.#read(name, (value) =>
      typeof value === 'string'
        ? value
        : typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : undefined,
    );
  }

  integer(name: string): Given<number> {
    const given = this.number(name);
    return given.kind !== 'value' || Number.isSafeInteger(given.value) ? given : absent;
  }

  number(name: string): Given<number> {
    return this.#read(name, (value) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    });
  }

  boolean(name: string): Given<boolean> {
    return this.#read(name, (value) => {
      const word = typeof value === 'string' ? value.toLowerCase() : value;
      return word === true || word === 'true'
        ? true
        : word === false || word === 'false'
          ? false
          : undefined;
    });
  }

  /** Text items; drops others. */
  texts(name: string): Given<readonly string[]> {
    return this.#read(name, (value) =>
      Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined,
    );
  }

  bodies(name: string): Given<readonly Body[]> {
    return this.#read(name, (value) =>
      Array.isArray(value) ? value.map((item) => new Body(item)) : undefined,
    );
  }

  body(name: string): Given<Body> {
    return this.#read(name, (value) => (isRecord(value) ? new Body(value) : undefined));
  }

  #read<T>(name: string, accept: (value: unknown) => T | undefined): Given<T> {
    const raw = this.#values.get(name.toLowerCase());
    if (raw === null) {
      return isNull;
    }
    const value = raw === undefined ? undefined : accept(raw);
    return value === undefined ? absent : { kind: 'value', value };
  }
}

/** The value, or `otherwise` if absent or null. */
export function withDefault<T, U>(given: Given<T>, otherwise: U): T | U {
  return given.kind === 'value' ? given.value : otherwise;
}

/** The stored value after a partial update: absent keeps, null clears (SERVICE C [T]). */
export function update<T>(stored: T | null, given: Given<T>): T | null {
  return given.kind === 'absent' ? stored : given.kind === 'null' ? null : given.value;
}

/** A word of a closed list, in any case; others are a 400 (SERVICE A.8 [T]). */
export function applyWord<T extends string | null>(
  stored: T,
  given: Given<string>,
  { name, words }: { name: string; words: readonly string[] },
): string | T {
  if (given.kind !== 'value') {
    return stored;
  }
  const word = words.find((each) => each.toLowerCase() === given.value.toLowerCase());
  if (word === undefined) {
    throw new Refusal(400, `'${given.value}' is not a valid ${name}.`);
  }
  return word;
}

/** Parses lenient JSON; empty text is an empty object, anything else a 400. */
export function parseBody(text: string): unknown {
  if (text.trim() === '') {
    return {};
  }
  const json = parseLenientJson(text);
  if (json === undefined) {
    throw new Refusal(400, 'The request is invalid: its body is not JSON.');
  }
  return json;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
