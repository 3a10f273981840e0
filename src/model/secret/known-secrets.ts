import { listPieces } from '../../kit/text/list-pieces.ts';
import type { AccountDiff } from '../diff/verdict.ts';
import type { Print } from '../plan/expectation.ts';
import type { Fingerprint } from './secret.ts';
import { listSecretPrints } from './secret-places.ts';

/** Shorter texts are looked for as a whole alone: they stand in many others by chance. */
const shortest = 6;
const mostJudged = 50_000;

/** What is known as a secret: some as texts, others by their fingerprints alone. */
export class KnownSecrets {
  readonly #texts: ReadonlySet<string>;
  readonly #prints: ReadonlySet<Fingerprint>;
  readonly #print: Print;
  readonly #judged = new Map<string, boolean>();

  constructor(known: {
    readonly texts: Iterable<string>;
    readonly prints: Iterable<Fingerprint>;
    readonly print: Print;
  }) {
    this.#texts = new Set(known.texts);
    this.#prints = new Set(known.prints);
    this.#print = known.print;
  }

  /** Whether a text is one of them or has one in it. */
  isIn(text: string): boolean {
    if (text === '') return false;
    if (this.#texts.has(text) || this.#isPrinted(text)) return true;
    for (const hidden of this.#texts) {
      if (hidden.length >= shortest && text.includes(hidden)) return true;
    }
    if (this.#prints.size === 0 || text.length < shortest) return false;
    for (const piece of listPieces(text)) {
      if (piece.length >= shortest && this.#isPrinted(piece)) return true;
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

  // The same words stand in many texts of an account.
  #isPrinted(piece: string): boolean {
    if (this.#prints.size === 0) return false;
    const known = this.#judged.get(piece);
    if (known !== undefined) return known;
    const isPrinted = this.#prints.has(this.#print(piece));
    if (this.#judged.size < mostJudged) this.#judged.set(piece, isPrinted);
    return isPrinted;
  }
}

/** What an account's look and memory tell to be secrets: what we wrote, what Git wants, and what the service shows of one. */
export function findKnownSecrets(
  diff: Pick<AccountDiff, 'memory' | 'account' | 'connectors' | 'cycles' | 'leftConnectors'>,
  print: Print,
): KnownSecrets {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  const seen = objects.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ desired: { value }, live }) => [
      ...(value.kind === 'secret' ? [value.secret.fingerprint, value.secret.partPrint] : []),
      ...(live?.kind === 'secret' ? [live.read] : []),
    ]),
  );
  const shown = [...diff.connectors, ...diff.leftConnectors].map(({ live }) => live?.authPrint);
  const prints = [...seen, ...shown].flatMap((each) => each ?? []);
  return new KnownSecrets({
    texts: [],
    prints: [...listSecretPrints([...diff.memory.objects.values()]), ...prints],
    print,
  });
}
