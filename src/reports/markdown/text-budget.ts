/** What a piece of the text is, from what is kept longest to what is folded first. */
export type PieceKind = 'told' | 'concern' | 'row' | 'details' | 'notices';

/** How soon a person must look at an account: 0 first, 3 not at all. */
export type Urgency = 0 | 1 | 2 | 3;

type Piece = { readonly kind: PieceKind; readonly text: string };

/** What nobody must look at is folded before what somebody must; within each, what says more before what says less. */
const order: readonly `${PieceKind}${Urgency}`[] = [
  'told0',
  'concern0',
  'concern1',
  'concern2',
  'row0',
  'row1',
  'row2',
  'details0',
  'details1',
  'details2',
  'row3',
  'details3',
  'notices3',
];

/**
 * Pieces of a text that has only so much room. They come account by account; as soon as there is no more room the least
 * important of them are folded, and of equal ones the last. So no more than the room is ever in memory, and nothing is
 * shown in the place of what is more important.
 */
export class TextBudget {
  readonly #tiers: readonly Piece[][] = order.map(() => []);
  readonly #folded = new Map<PieceKind, number>();
  #limit: number;
  #used = 0;
  /** The tier from which on nothing is taken any more. */
  #closed: number = order.length;

  constructor(room: number) {
    this.#limit = room;
  }

  /** A piece, which is only written where it may have room. */
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

  /** Takes room away, as much as is missing elsewhere; false where there is nothing left to fold. */
  shrinkBy(length: number): boolean {
    const before = this.#used;
    this.#limit = before - length;
    this.#fold();
    return this.#used < before;
  }

  /** What was kept of a kind, the most urgent first. */
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
