import { toMembers } from '../../../kit/json/json.ts';
import {
  parsePointer,
  readPointer,
  toEntryPointer,
  toPointer,
} from '../../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import {
  hasPlaceholder,
  parsePlaceholders,
  resolvePlaceholders,
  type TextPiece,
} from '../../../model/manifest/interpolation.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { checkPiece, findClosedPlace, type KnownNames } from './check-piece.ts';
import type { InterpolatedAccount, LackingVariable, Origin } from './interpolated-account.ts';
import {
  describeClosedPlace,
  describeExcessLength,
  isPossibleSecret,
  type PlaceholderError,
  reportPlaceholderError,
  reportPlaceholderInKey,
} from './report-placeholder-error.ts';
import {
  type AccountScope,
  findOwnValue,
  parsePlaceholder,
  type Scope,
  usePointer,
} from './scope.ts';
import { toPlaceholderSpan } from './to-placeholder-span.ts';

/**
 * Maximum of resolved text per document, as for a file, because short placeholders can make long
 * texts.
 */
const maxTextLength = 2 ** 20;

/** Maximum of reported mistakes per document. */
const maxDiagnostics = 100;

/** True if a value holds `${` anywhere, so that its meaning may differ from its text. */
export function hasPlaceholders(value: unknown): boolean {
  // A search in the JSON text is enough, because few documents have placeholders.
  return hasPlaceholder(JSON.stringify(value) ?? '');
}

/**
 * Resolves the placeholders of a manifest for one environment; without one, those that are equal in
 * all. The result keeps the spans and sources of the manifest.
 */
export function resolveAccountPlaceholders(
  raw: RawDocument,
  scope: Scope | null,
  own: AccountScope = ownOfFile,
): InterpolatedAccount {
  const filling = new PlaceholderResolver(raw, scope, own);
  return filling.finish(filling.fill(raw.written));
}

const ownOfFile: AccountScope = { inputs: null, secretName: null };

/** The way to a value: keys as written, and keys as resolved. */
type Way = { readonly written: string[]; readonly meant: string[] };

/** A text that holds `${`; `pointer` has keys as written, `meant` as resolved. */
type PlacedText = { readonly text: string; readonly pointer: string; readonly meant: string };

class PlaceholderResolver {
  readonly #raw: RawDocument;
  readonly #scope: Scope | null;
  readonly #own: AccountScope;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #lacking: LackingVariable[] = [];
  readonly #values: unknown[] = [];
  readonly #used = new Map<string, readonly Origin[]>();
  readonly #refused: string[] = [];
  /** Keys as written, by their resolved pointers, if the two differ. */
  readonly #keys = new Map<string, string>();
  readonly #known: KnownNames;
  readonly #way: Way = { written: [], meant: [] };
  #length = 0;

  constructor(raw: RawDocument, scope: Scope | null, own: AccountScope) {
    this.#raw = raw;
    this.#scope = scope;
    this.#own = own;
    this.#known = {
      labels: Object.keys(toMembers(readPointer(raw.written, '/metadata/labels'))),
      variables: [...(scope?.variables?.keys() ?? [])],
      inputs: own.inputs,
    };
  }

  /** Fills the value that is at the present way. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') {
      if (!hasPlaceholder(value)) return value;
      const pointer = toPointer(this.#way.written);
      return this.#fillText({ text: value, pointer, meant: toPointer(this.#way.meant) });
    }
    // The values of inputs were resolved before, and cells are literal.
    if (typeof value !== 'object' || value === null || this.#isUse()) return value;
    if (Array.isArray(value)) {
      const parts = value.map((part, index) => this.#fillEntry(String(index), part));
      const given = parts.filter((part) => part !== undefined);
      return given.length === 0 && parts.length > 0 ? undefined : given;
    }
    const entries = Object.entries(value).map(([name, part]: [string, unknown]) => {
      const meant = hasPlaceholder(name) ? this.#readKey(name) : name;
      return [meant, this.#fillEntry(name, part, meant)] as const;
    });
    // An input without a value: the setting is not managed, and no map or list that has nothing else.
    const given = entries.filter(([, part]) => part !== undefined);
    return given.length === 0 && entries.length > 0 ? undefined : Object.fromEntries(given);
  }

  #fillEntry(name: string, part: unknown, meant = name): unknown {
    this.#way.written.push(name);
    this.#way.meant.push(meant);
    const filled = this.fill(part);
    this.#way.written.pop();
    this.#way.meant.pop();
    return filled;
  }

  #isUse(): boolean {
    const { written } = this.#way;
    return written.length === 2 && toPointer(written) === usePointer;
  }

  finish(written: unknown): InterpolatedAccount {
    const raw = this.#raw;
    const lead = (pointer: string) => this.#toWritten(pointer);
    const document: RawDocument = {
      ...raw,
      written,
      refused: [...raw.refused, ...this.#refused],
      isWhole: raw.isWhole && this.#refused.length === 0,
      isWritten: (pointer) => raw.isWritten(lead(pointer)),
      spanOf: (pointer) => {
        const written = lead(pointer);
        const whole = this.#used.get(written)?.find(({ isWhole }) => isWhole);
        return whole === undefined ? raw.spanOf(written) : { ...whole.at, pointer };
      },
      keySpanOf: (pointer) => raw.keySpanOf(lead(pointer)),
      sourceOf: (pointer) => raw.sourceOf(lead(pointer)),
      isInterpolated: (pointer) => this.#used.has(lead(pointer)),
    };
    return {
      document,
      diagnostics: this.#diagnostics,
      lacking: this.#lacking,
      values: this.#values,
      used: this.#used,
      useOf: (pointer) => raw.spanOf(lead(pointer)),
    };
  }

  #toWritten(pointer: string): string {
    if (this.#keys.size === 0) return pointer;
    let written = '';
    let meant = '';
    for (const name of parsePointer(pointer)) {
      meant = toEntryPointer(meant, name);
      written = toEntryPointer(written, this.#keys.get(meant) ?? name);
    }
    return written;
  }

  /** Reads a key with placeholders, which it must not have: only `$${` is resolved. */
  #readKey(name: string): string {
    const written = toPointer([...this.#way.written, name]);
    const parsed = parsePlaceholders(name);
    const [piece] = parsed;
    if (
      parsed.length > 1 ||
      piece?.kind !== 'literal' ||
      findClosedPlace(this.#raw, written) !== null
    ) {
      if (this.#diagnostics.length < maxDiagnostics) {
        this.#diagnostics.push(reportPlaceholderInKey(this.#raw, written));
      }
      return name;
    }
    this.#keys.set(toPointer([...this.#way.meant, piece.text]), name);
    return piece.text;
  }

  #fillText(placed: PlacedText): unknown {
    const parsed = parsePlaceholders(placed.text);
    const closed = findClosedPlace(this.#raw, placed.pointer);
    if (closed !== null && !(closed === 'secret' && parsed.every(isOfSecret)))
      return this.#refuse(placed, [describeClosedPlace(closed)]);
    const isAlone = parsed.length === 1;
    const complaints = parsed.flatMap((piece) => checkPiece(piece, isAlone, this.#known));
    if (complaints.length > 0) return this.#refuse(placed, complaints);
    const used: Origin[] = [];
    const found = new Map<string, unknown>();
    let isComplete = true;
    for (const piece of parsed) {
      if (piece.kind !== 'placeholder') continue;
      const value = this.#find(piece, { ...placed, isInRef: closed === 'secret' }, used);
      if (value === null) isComplete = false;
      else found.set(piece.name, value);
    }
    if (!isComplete) return this.#refuse(placed, []);
    if (found.size > 0) this.#used.set(placed.pointer, used);
    const before = this.#length;
    this.#length += measure(parsed, found);
    if (this.#length > maxTextLength) {
      return this.#refuse(placed, before > maxTextLength ? [] : [describeExcessLength()]);
    }
    const filled = resolvePlaceholders(parsed, (name) => found.get(name));
    this.#values.push(filled);
    return filled;
  }

  /**
   * The value of a placeholder, undefined for an input without one; null if it is unknown, or if its
   * variable is already listed as lacking.
   */
  #find(
    piece: Extract<TextPiece, { kind: 'placeholder' }>,
    { text, pointer, isInRef }: PlacedText & { readonly isInRef: boolean },
    used: Origin[],
  ): unknown {
    const target = parsePlaceholder(piece.name);
    const isAlone = piece.to - piece.from === text.length;
    if (target?.kind === 'input') {
      const input = this.#own.inputs?.get(target.name);
      if (input === undefined || input.isFaulty === true) return null;
      used.push({ name: piece.name, at: input.at, isWhole: isAlone });
      return input.value;
    }
    if (target?.kind !== 'variable') {
      const { secretName } = this.#own;
      const own = { written: this.#raw.written, scope: this.#scope, secretName, isInRef };
      return target === null ? null : findOwnValue(target, own);
    }
    const { name } = target;
    if (this.#scope === null || this.#scope.variables === null) return null;
    const variable = this.#scope.variables.get(name);
    if (variable !== undefined) {
      used.push({ name: piece.name, at: variable.at, isWhole: false });
      return variable.value;
    }
    if (this.#lacking.length === maxDiagnostics) return null;
    const at = toPlaceholderSpan(this.#raw, { pointer, text, piece });
    this.#lacking.push({ name, at, masked: !isAlone && isPossibleSecret(pointer) });
    return null;
  }

  #refuse(placed: PlacedText, complaints: readonly PlaceholderError[]): string {
    this.#refused.push(placed.pointer, placed.meant);
    for (const complaint of complaints.slice(0, maxDiagnostics - this.#diagnostics.length)) {
      this.#diagnostics.push(reportPlaceholderError(this.#raw, placed, complaint));
    }
    return placed.text;
  }
}

// A cell or label must not be able to name the secret of another account.
function isOfSecret(piece: TextPiece): boolean {
  if (piece.kind !== 'placeholder') return piece.kind === 'literal';
  return parsePlaceholder(piece.name)?.kind === 'account';
}

/** Computes the length before the text is made, because it could exceed the longest string. */
function measure(parsed: readonly TextPiece[], found: ReadonlyMap<string, unknown>): number {
  return parsed.reduce((sum, piece) => {
    if (piece.kind === 'literal') return sum + piece.text.length;
    return sum + (piece.kind === 'open' ? 0 : String(found.get(piece.name) ?? '').length);
  }, 0);
}
