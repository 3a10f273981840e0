/** Kind of mistake: syntax, shape, unknown name, or a rule of the service. */
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

/** Keys and indexes from the root of the world. */
export type WorldPath = readonly (string | number)[];

/** A mistake in a world, at a path. */
export interface WorldProblem {
  readonly kind: WorldMistake;
  readonly path: WorldPath;
  /** One sentence with its full stop. */
  readonly message: string;
  /** Suggested fix, if there is one. */
  readonly remedy?: string;
}

/** Range in the world's text; lines and columns from 1, the end exclusive. */
export interface WorldPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A problem with its place in the text; null for a world given as data. */
export type PlacedProblem = WorldProblem & { readonly place: WorldPlace | null };

/** The world is invalid. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  readonly problems: readonly PlacedProblem[];
  /** One line for each problem, with its place as `line:column`, or its path for data. */
  readonly messages: readonly string[];

  constructor(problems: readonly PlacedProblem[]) {
    const messages = [...new Set(problems.map(formatProblem))];
    super(messages.join('\n'));
    this.problems = problems;
    this.messages = messages;
  }
}

function formatProblem({ path, message, remedy, place: location }: PlacedProblem): string {
  const where =
    location === null
      ? path.length === 0
        ? ''
        : `${path.join('.')}: `
      : `${location.line}:${location.column} `;
  return `${where}${message}${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** Problems of a world without text, or without places in it. */
export function withNullPlace(problems: readonly WorldProblem[]): readonly PlacedProblem[] {
  return problems.map((problem) => ({ ...problem, place: null }));
}
