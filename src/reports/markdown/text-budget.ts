import type { Urgency } from '../blocks/accounts/concern.ts';

/** Kinds of pieces, from the most to the least important. */
export type PieceKind =
  | 'diagnostic'
  | 'concern'
  | 'review'
  | 'change'
  | 'row'
  | 'details'
  | 'notices';

type Piece = { readonly kind: PieceKind; readonly text: string };

/** Pieces that need no attention are folded first; within each, longer kinds go first. */
const order: readonly `${PieceKind}${Urgency}`[] = [
  'diagnostic0',
  'concern0',
  'concern1',
  'concern2',
  'review0',
  'review1',
  'review2',
  'row0',
  'row1',
  'row2',
  'details0',
  'details1',
  'details2',
  'change3',
  'row3',
  'details3',
  'notices3',
];

/**
 * Pieces of a text of limited size, added account by account. The least important are folded when
 * it is full, later ones first, so that memory is bounded.
 */
export class TextBudget {
  readonly #tiers: readonly Piece[][] = order.map(() => []);
  readonly #folded = new Map<PieceKind, number>();
  #limit: number;
  #used = 0;
  /** The tier from which on pieces are refused. */
  #closed: number = order.length;

  constructor(room: number) {
    this.#limit = room;
  }

  /** Adds a piece, which is written only if there may be room. */
  add(kind: PieceKind, urgency: Urgency, write: () => string): void {
    const tier = order.indexOf(`${kind}${urgency}`);
    const pieces = this.#tiers[tier];
    if (pieces === undefined || tier >= this.#closed) {
      this.#count(kind);
      return;
    }
    const text = write();
    pieces.push({ kind, text });
    this.#used += text.length;
    this.#fold();
  }

  /** Reduces the room by a length; false if nothing is left to fold. */
  shrinkBy(length: number): boolean {
    const before = this.#used;
    this.#limit = before - length;
    this.#fold();
    return this.#used < before;
  }

  /** Lists the kept pieces of a kind, most urgent first. */
  list(kind: PieceKind): string[] {
    return this.#tiers.flatMap((pieces) =>
      pieces.filter((piece) => piece.kind === kind).map(({ text }) => text),
    );
  }

  /** How many of a kind were folded. */
  countFolded(kind: PieceKind): number {
    return this.#folded.get(kind) ?? 0;
  }

  #fold(): void {
    for (let tier = order.length - 1; tier >= 0 && this.#used > this.#limit; tier -= 1) {
      const pieces = this.#tiers[tier] ?? [];
      while (this.#used > this.#limit) {
        const last = pieces.pop();
        if (last === undefined) break;
        this.#used -= last.text.length;
        this.#count(last.kind);
        this.#closed = tier;
      }
    }
  }

  #count(kind: PieceKind): void {
    this.#folded.set(kind, this.countFolded(kind) + 1);
  }
}
