/** Separators between pieces of a text: each splits at those before it, and at more. */
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
 * The text, and its pieces between separators, for secrets that are embedded in a text. Each once;
 * bounded for very long texts.
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

// Adjacent words with the characters between and around them, because a secret may contain any of
// them.
function* joinRuns(text: string): Generator<string, void, undefined> {
  const parts = text.slice(0, maxPieces).match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  for (let length = 2; length <= Math.min(maxRunLength, parts.length); length += 1) {
    for (let from = 0; from + length <= parts.length; from += 1) {
      if (/\S/.test(parts[from] ?? '')) yield parts.slice(from, from + length).join('');
    }
  }
}
