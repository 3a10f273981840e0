/** Colors of text; passed in, so that reports do not depend on terminals. */
export type Paint = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>
>;

const identity = (text: string): string => text;

/** No colour at all. Every text is useful without it. */
export const plainPaint: Paint = {
  bold: identity,
  dim: identity,
  red: identity,
  green: identity,
  yellow: identity,
  cyan: identity,
};
