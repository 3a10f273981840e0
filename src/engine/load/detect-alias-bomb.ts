import { CST, Lexer } from 'yaml';

/** Deeper than any manifest. The walk over the tree, which has a bound of its own, tells of what is less. */
const maxLevels = 200;

/** A parser is through with a smaller file soon enough, whatever stands in it. */
const smallFile = 32_768;

/** What a manifest has no more of; a parser spends its time on them, whether they mean anything or not. */
const maxMarks = 10_000;

/** Where a file goes deeper, or has more of something, than a parser should be asked to follow, and what of. */
export type AliasBomb = { readonly offset: number; readonly what: 'levels' | 'marks' };

/**
 * Finds what would take a parser many seconds before it gives up: brackets in brackets, `- - -` and `? ? ?`,
 * anchors, tags, aliases and documents by the ten thousand. Asked of the parser's own lexer, so that no quote or
 * comment hides any of it; it stops at the first.
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
    // A text in brackets may be one long line, and has a colon for each of its entries.
    if (flow > maxLevels || (flow <= 0 && line > maxLevels)) return { offset, what: 'levels' };
    if (marks > maxMarks) return { offset, what: 'marks' };
    if (kind === null || !withoutText.has(kind)) offset += token.length;
  }
  return null;
}

const marking: ReadonlySet<string> = new Set(['anchor', 'tag', 'alias', 'doc-start', 'doc-end']);

/** Tokens that the lexer puts between those of the text. */
const withoutText: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end', 'scalar']);
