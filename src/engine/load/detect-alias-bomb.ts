import { CST, Lexer } from 'yaml';

/** Deeper than any manifest; parse-tree has a lower limit of its own. */
const maxLevels = 200;

/** Smaller files are safe, because a parser finishes them quickly. */
const smallFile = 32_768;

/** More than any manifest needs; each costs the parser time. */
const maxMarks = 10_000;

/** Place where a file exceeds a limit of nesting or of marks. */
export type AliasBomb = { readonly offset: number; readonly what: 'levels' | 'marks' };

/**
 * Detects text that would keep the parser busy for many seconds: deep nesting, or tens of thousands
 * of anchors, tags, aliases or documents. Uses the parser's lexer, because quotes and comments do
 * not count.
 */
export function detectAliasBomb(text: string): AliasBomb | null {
  if (text.length <= smallFile) return null;
  let offset = 0;
  let flow = 0;
  let line = 0;
  let marks = 0;
  for (const token of new Lexer().lex(text)) {
    const kind = CST.tokenType(token);
    if (kind === 'flow-seq-start' || kind === 'flow-map-start') flow += 1;
    if (kind === 'flow-seq-end' || kind === 'flow-map-end') flow -= 1;
    if (kind === 'newline') line = 0;
    if (kind === 'seq-item-ind' || kind === 'explicit-key-ind' || kind === 'map-value-ind')
      line += 1;
    if (kind !== null && marking.has(kind)) marks += 1;
    // A long line in brackets is allowed, because each of its entries has a colon.
    if (flow > maxLevels || (flow <= 0 && line > maxLevels)) return { offset, what: 'levels' };
    if (marks > maxMarks) return { offset, what: 'marks' };
    if (kind === null || !withoutText.has(kind)) offset += token.length;
  }
  return null;
}

const marking: ReadonlySet<string> = new Set(['anchor', 'tag', 'alias', 'doc-start', 'doc-end']);

/** Tokens that the lexer adds without text. */
const withoutText: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end', 'scalar']);
