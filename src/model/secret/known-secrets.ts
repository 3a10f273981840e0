import { listPieces } from '../../kit/text/list-pieces.ts';
import type { ComparedAccount } from '../diff/field-diff.ts';
import type { Fingerprinter } from '../plan/expectation.ts';
import type { Fingerprint } from './secret.ts';
import { listSecretFingerprints } from './secret-places.ts';

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
    for (const piece of listPieces(text)) {
      if (piece.length >= minSecretLength && this.#hasFingerprint(piece)) return true;
    }
    return false;
  }

  /** The same of all texts and names within a value. */
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
  diff: Pick<ComparedAccount, 'state' | 'account' | 'connectors' | 'cycles' | 'liveOnlyConnectors'>,
  print: Fingerprinter,
): KnownSecrets {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const observed = objects.flatMap(({ fields }) =>
    fields.flatMap(({ desired: { value }, live }) => [
      ...(value.kind === 'secret' ? [value.secret.fingerprint, value.secret.partFingerprint] : []),
      ...(live?.kind === 'secret' ? [live.read] : []),
    ]),
  );
  const shown = [...diff.connectors, ...diff.liveOnlyConnectors].map(
    ({ live }) => live?.authFingerprint,
  );
  const prints = [...observed, ...shown].flatMap((each) => each ?? []);
  return new KnownSecrets({
    texts: [],
    prints: [...listSecretFingerprints([...diff.state.objects.values()]), ...prints],
    print,
  });
}
