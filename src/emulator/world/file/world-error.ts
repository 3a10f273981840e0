/** What kind of mistake it is: in the text, in its shape, a name that is not there, or a rule of the service. */
export type WorldMistake =
  | 'syntax'
  | 'conflict'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'wrong-value'
  | 'wrong-form'
  | 'unknown-name'
  | 'rule';

/** Keys and indexes from the world downwards. */
export type WorldPath = readonly (string | number)[];

/** Something wrong in a world, at a path of keys and indexes. */
export interface WorldProblem {
  readonly kind: WorldMistake;
  readonly path: WorldPath;
  /** One sentence with its full stop. */
  readonly message: string;
  /** What to write instead, where that can be said. */
  readonly remedy?: string;
}

/** A stretch of the world's text; lines and columns from 1, the end exclusive. */
export interface WorldPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The same with its place in the text; null where the world was given as data. */
export type PlacedProblem = WorldProblem & { readonly place: WorldPlace | null };

/** The world cannot be used. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  readonly problems: readonly PlacedProblem[];
  /** One line for each problem, with its place as `line:column`, or its path in a world of data. */
  readonly messages: readonly string[];

  constructor(problems: readonly PlacedProblem[]) {
    const messages = [...new Set(problems.map(formatProblem))];
    super(messages.join('\n'));
    this.problems = problems;
    this.messages = messages;
  }
}

function formatProblem({ path, message, remedy, place }: PlacedProblem): string {
  const where =
    place === null
      ? path.length === 0
        ? ''
        : `${path.join('.')}: `
      : `${place.line}:${place.column} `;
  return `${where}${message}${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** Problems of a world that has no text, or whose text does not have them. */
export function withNullPlace(problems: readonly WorldProblem[]): readonly PlacedProblem[] {
  return problems.map((problem) => ({ ...problem, place: null }));
}
