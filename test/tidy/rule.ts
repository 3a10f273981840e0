import type { SourceFile } from './source.ts';

/** A tracked file of any kind, as text. */
export type TextFile = { readonly path: string; readonly text: string };

/** The checkout as the rules see it: TypeScript files parsed, and every tracked text file. */
export type Checkout = {
  readonly sources: readonly SourceFile[];
  readonly files: readonly TextFile[];
};

/** One breach of a rule; printed as a compiler prints. */
export type Finding = {
  readonly path: string;
  readonly line: number;
  readonly wrong: string;
  readonly instead: string;
};

/** What is wrong at a line; the path is added by `makeRule`. */
export type Remark = Omit<Finding, 'path'>;

/** A rule of the source. `says` is a sentence: it is the title of the rule's test. */
export type Rule = {
  readonly name: string;
  readonly says: string;
  readonly check: (checkout: Checkout) => readonly Finding[];
};

/** A rule that looks at one TypeScript file at a time. */
export function makeRule(
  name: string,
  says: string,
  checkSource: (source: SourceFile) => readonly Remark[],
): Rule {
  return {
    name,
    says,
    check: ({ sources }) =>
      sources.flatMap((source) =>
        checkSource(source).map((remark) => ({ path: source.path, ...remark })),
      ),
  };
}

/** `path:line: what is wrong; what to write instead`. */
export function formatFinding({ path, line, wrong, instead }: Finding): string {
  return `${path}:${line}: ${wrong}; ${instead}`;
}
