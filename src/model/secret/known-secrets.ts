import { withRememberedAnswers } from '../../kit/text/with-remembered-answers.ts';
import type { ComparedAccount } from '../diff/field-diff.ts';
import type { Fingerprinter } from '../plan/expectation.ts';
import { redactAddress, redacted } from './redact-address.ts';
import type { BoundSecret, Fingerprint } from './secret.ts';
import { listSecretFingerprints } from './secret-places.ts';

/** Separators between pieces of a text: each splits at those before it, and at more. */
const breaks = [
  /\s+/,
  /[\s"'`<>(){}[\],;]+/,
  /[\s"'`<>(){}[\],;=:&?|]+/,
  /[\s"'`<>(){}[\],;=:&?|/@#\\!*%$^~+]+/,
  /[^\p{L}\p{N}]+/u,
];

const maxPieces = 20_000;

const maxRunLength = 16;

const maxTrimmedLength = 500;

/** Shorter texts only match as a whole, because they occur in others by chance. */
const minSecretLength = 6;

const maxCached = 50_000;

/** Known secrets: some as texts, others only as fingerprints. */
export class KnownSecrets {
  readonly #texts: ReadonlySet<string>;
  readonly #fingerprints: ReadonlySet<Fingerprint>;
  readonly #fingerprint: Fingerprinter;
  readonly #cache = new Map<string, boolean>();

  constructor(known: {
    readonly texts: Iterable<string>;
    readonly prints: Iterable<Fingerprint>;
    readonly print: Fingerprinter;
  }) {
    this.#texts = new Set(known.texts);
    this.#fingerprints = new Set(known.prints);
    this.#fingerprint = known.print;
  }

  /** Returns whether a text equals one of them or contains one. */
  isIn(text: string): boolean {
    if (text === '') return false;
    if (this.#texts.has(text) || this.#hasFingerprint(text)) return true;
    for (const hidden of this.#texts) {
      if (hidden.length >= minSecretLength && text.includes(hidden)) return true;
    }
    if (this.#fingerprints.size === 0 || text.length < minSecretLength) return false;
    return listLongPieces(text).some((piece) => this.#hasFingerprint(piece));
  }

  /** A text without them, and without what addresses let in by: word by word, or as a whole where they have several. */
  redact(text: string): string {
    const shown = text
      .split(/(\s+)/)
      .map((word) => (this.isIn(word) ? redacted : redactAddress(word)))
      .join('');
    return this.isIn(shown) ? redacted : shown;
  }

  /** Returns whether a text or a name within a value contains one. */
  areIn(value: unknown): boolean {
    if (typeof value === 'string') return this.isIn(value);
    if (typeof value !== 'object' || value === null) return false;
    const isNamed = !Array.isArray(value) && Object.keys(value).some((name) => this.isIn(name));
    return isNamed || Object.values(value).some((item) => this.areIn(item));
  }

  // Cached, because the same words occur in many texts of an account.
  #hasFingerprint(piece: string): boolean {
    if (this.#fingerprints.size === 0) return false;
    const known = this.#cache.get(piece);
    if (known !== undefined) return known;
    const isPrinted = this.#fingerprints.has(this.#fingerprint(piece));
    if (this.#cache.size < maxCached) this.#cache.set(piece, isPrinted);
    return isPrinted;
  }
}

/** The known secrets of an account, from its state, from Git, and from the service. */
export function makeKnownSecrets(
  diff: Pick<
    ComparedAccount,
    'state' | 'account' | 'connectors' | 'cycles' | 'liveOnlyConnectors' | 'sensitiveTexts'
  >,
  print: Fingerprinter,
): KnownSecrets {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const observed = objects.flatMap(({ fields }) =>
    fields.flatMap(({ desired: { value }, live }) => [
      ...(value.kind === 'secret' ? listPrints(value.secret) : []),
      ...(live?.kind === 'secret' ? [live.read] : []),
    ]),
  );
  const shown = [...diff.connectors, ...diff.liveOnlyConnectors].map(
    ({ live }) => live?.authFingerprint,
  );
  const prints = [...observed, ...shown].flatMap((each) => each ?? []);
  // Properties that no catalog marks may be secrets.
  const unmarked = diff.connectors.flatMap(({ live, desired: { sensitive } }) =>
    (live?.properties ?? []).flatMap(({ name, value }) =>
      sensitive.has(name) && value ? [value] : [],
    ),
  );
  return new KnownSecrets({
    texts: [...diff.sensitiveTexts, ...unmarked],
    prints: [...listSecretFingerprints([...diff.state.objects.values()]), ...prints],
    print,
  });
}

function listPrints({ fingerprint, partFingerprints = [] }: BoundSecret) {
  return [fingerprint, ...partFingerprints];
}

const mostTexts = 1000;

const listLongPieces = withRememberedAnswers(
  (text) => [...listPieces(text)].filter((piece) => piece.length >= minSecretLength),
  mostTexts,
);

/**
 * The text, and its pieces between separators, for secrets that are embedded in a text. Each once;
 * bounded for very long texts.
 */
export function listPieces(text: string): ReadonlySet<string> {
  const pieces = new Set([text]);
  for (const piece of cutPieces(text)) {
    if (pieces.size >= maxPieces) break;
    if (piece !== '') pieces.add(piece);
  }
  return pieces;
}

function* cutPieces(text: string): Generator<string, void, undefined> {
  for (const between of breaks) {
    for (const piece of text.split(between)) {
      yield piece;
      if (piece.length <= maxTrimmedLength) yield trimSigns(piece);
    }
  }
  yield* joinRuns(text);
}

// A full stop at the end of a sentence belongs to no word.
function trimSigns(piece: string): string {
  return piece.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '');
}

// Adjacent words with the characters between and around them, because a secret may contain any of
// them.
function* joinRuns(text: string): Generator<string, void, undefined> {
  const parts = text.slice(0, maxPieces).match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  for (let length = 2; length <= Math.min(maxRunLength, parts.length); length += 1) {
    for (let from = 0; from + length <= parts.length; from += 1) {
      if (/\S/.test(parts[from] ?? '')) yield parts.slice(from, from + length).join('');
    }
  }
}
