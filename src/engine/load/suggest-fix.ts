import { findSecretLines } from '../../model/secret/secret-lines.ts';
import { isPossiblySecretLine } from '../../model/secret/secret-name.ts';

/** A remedy, and the range of the mistake. */
export type SuggestedFix = { readonly remedy: string; readonly range: readonly [number, number] };

/**
 * Common mistakes with the syntax of YAML, by the shape of their line; `key` and `text` name the
 * part to fix.
 */
type KnownMistake = {
  readonly shape: RegExp;
  readonly remedy: (groups: Readonly<Record<string, string | undefined>>) => string;
};

const numberedKey: KnownMistake = {
  shape: /^\s*(?:- )?(?<part>(?<name>[^\s"'#{[:][^"'#:]*?)\s+#(?<number>\d+))\s*:\s*(?:[{"'].*)?$/d,
  remedy: ({ name, number }) =>
    `Write NAME#2 without a space before the #, and quote it: "${name}#${number}":`,
};

const knownMistakes: readonly KnownMistake[] = [
  numberedKey,
  {
    shape: /^\s*(?:- )?(?<part>[^\s"'#{[:][^"':]*?\s#[^"'{[]*):(?:\s|$)/d,
    remedy: ({ part }) => `A # after a space starts a comment; quote the key: "${part}":`,
  },
  {
    shape: /^\s*(?:- )?(?<part>\[[^"'\s]*\][^"'\s:]*):(?:\s|$)/d,
    remedy: ({ part }) => `A [ starts a list; quote the key: "${part}":`,
  },
  {
    shape: /[^"'](?<part>\$\{[^}]*\})/d,
    remedy: ({ part }) => `Inside { } and [ ], quote the whole text around ${part}.`,
  },
  {
    shape: /[^"'](?<part>\{\{[^{}]*\}\})/d,
    remedy: ({ part = '' }) =>
      `Quote text with {{ }}: {expression: '${part.replaceAll("'", "''")}'}`,
  },
  {
    shape: /^\s*(?:- )?(?<part>(?<name>[A-Za-z][\w-]*):(?<value>[^\s/:"'{[#][^\s:"'{[#]*))$/d,
    remedy: ({ name, value }) => `Put a space after the colon: ${name}: ${value}`,
  },
  {
    shape: /^\s*(?:- )?(?<part>[^\s"'#{[][^"'#{[]*?: [^"'#{[]*?):(?:\s|$)/d,
    remedy: () => 'Quote keys and values that contain ": ".',
  },
];

/** Remedy for a line that may hold a secret, so it quotes nothing. */
const withoutWords =
  'Quote keys and values that contain characters of YAML syntax; write a secret as a reference, {env: NAME}.';

const maxLength = 500;

/**
 * Suggests a fix for the line at an offset, or for the last line with content before it, because
 * the parser often reports a mistake one line later. Null if no known mistake fits.
 */
export function suggestFix(text: string, offset: number): SuggestedFix | null {
  const start = findLineStart(text, offset);
  const before = text.slice(0, start).trimEnd().length;
  return (
    suggestForLine(text, start, knownMistakes) ??
    (before === 0 ? null : suggestForLine(text, findLineStart(text, before), knownMistakes))
  );
}

/** Suggests a fix for a line that is a scalar to the parser and meant as the key `NAME#2`. */
export function suggestNumberedKey(text: string, offset: number): SuggestedFix | null {
  return suggestForLine(text, findLineStart(text, offset), [numberedKey]);
}

function suggestForLine(
  text: string,
  start: number,
  known: readonly KnownMistake[],
): SuggestedFix | null {
  const end = text.indexOf('\n', start);
  const line = text.slice(start, Math.min(end === -1 ? text.length : end, start + maxLength));
  for (const { shape, remedy } of known) {
    const found = shape.exec(line);
    const range = found?.indices?.groups?.part;
    if (found === null || range === undefined) continue;
    const place: SuggestedFix['range'] = [start + range[0], start + range[1]];
    const lines = text.slice(0, start + line.length).split('\n');
    const last = lines.length - 1;
    const isSuspect = isPossiblySecretLine(lines, last) || findSecretLines(lines)[last] === true;
    if (isSuspect) return { remedy: withoutWords, range: place };
    return { remedy: remedy(found.groups ?? {}), range: place };
  }
  return null;
}

function findLineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}
