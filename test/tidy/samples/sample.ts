/**
 * A small checkout and the places in it where a rule speaks, as `path:line`; none means that the
 * rule is content with it.
 */
export type Sample = {
  readonly rule: string;
  readonly files: Readonly<Record<string, string>>;
  readonly at: readonly string[];
};

/** A file in which the rule finds something at each of the given lines. */
export function makeBad(
  rule: string,
  path: string,
  lines: Readonly<Record<number, string>>,
): Sample {
  const last = Math.max(...Object.keys(lines).map(Number));
  const text = Array.from({ length: last }, (_, index) => lines[index + 1] ?? '').join('\n');
  return { rule, files: { [path]: text }, at: Object.keys(lines).map((line) => `${path}:${line}`) };
}

/** A file with which the rule is content. */
export function makeGood(rule: string, path: string, text: string): Sample {
  return { rule, files: { [path]: text }, at: [] };
}
