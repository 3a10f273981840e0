/** Colors and styles of text. */
export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Colors and columns of text; passed in, so that reports do not depend on terminals. */
export type Paint = Readonly<Record<Colour, (text: string) => string>> & {
  readonly columns: number;
};

const identity = (text: string): string => text;

/** No colour at all, in 80 columns. Every text is useful without it. */
export const plainPaint: Paint = {
  columns: 80,
  bold: identity,
  dim: identity,
  red: identity,
  green: identity,
  yellow: identity,
  cyan: identity,
};
