/** What stands between the pieces of a text: each splits where the one before it does, and at more. */
const breaks = [
  /\s+/,
  /[\s"'`<>(){}[\],;]+/,
  /[\s"'`<>(){}[\],;=:&?|]+/,
  /[\s"'`<>(){}[\],;=:&?|/@#\\!*%$^~+]+/,
  /[^\p{L}\p{N}]+/u,
];

const maxPieces = 20_000;
const maxRunLength = 16;
const maxTrimmedLength = 500;

/**
 * The text, and pieces of it that a word could be that somebody has put between signs and white space, whatever signs
 * the word has itself. Each stands once; of a very long text not all are given.
 */
export function listPieces(text: string): ReadonlySet<string> {
  const pieces = new Set([text]);
  for (const piece of cutPieces(text)) {
    if (pieces.size >= maxPieces) break;
    if (piece !== '') pieces.add(piece);
  }
  return pieces;
}

function* cutPieces(text: string): Generator<string, void, undefined> {
  for (const between of breaks) {
    for (const piece of text.split(between)) {
      yield piece;
      if (piece.length <= maxTrimmedLength) yield trimSigns(piece);
    }
  }
  yield* joinRuns(text);
}

// A full stop at the end of a sentence belongs to no word.
function trimSigns(piece: string): string {
  return piece.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '');
}

// Words that lie beside each other, with the signs between and around them: no sign is sure to be none of a secret's.
function* joinRuns(text: string): Generator<string, void, undefined> {
  const parts = text.slice(0, maxPieces).match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  for (let length = 2; length <= Math.min(maxRunLength, parts.length); length += 1) {
    for (let from = 0; from + length <= parts.length; from += 1) {
      if (/\S/.test(parts[from] ?? '')) yield parts.slice(from, from + length).join('');
    }
  }
}
