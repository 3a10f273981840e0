import { detectSecretLines } from '../../model/secret/secret-lines.ts';
import { isPossiblySecretLine } from '../../model/secret/secret-name.ts';

/** What to write instead, and the stretch of the text where the accident happened. */
export type SuggestedFix = { readonly remedy: string; readonly range: readonly [number, number] };

/** Accidents that the signs of YAML invite, by the look of their line; `key` and `text` name the part to mend. */
type KnownMistake = {
  readonly shape: RegExp;
  readonly remedy: (groups: Readonly<Record<string, string | undefined>>) => string;
};

const numberedKey: KnownMistake = {
  shape: /^\s*(?:- )?(?<part>(?<name>[^\s"'#{[:][^"'#:]*?)\s+#(?<number>\d+))\s*:\s*(?:[{"'].*)?$/d,
  remedy: ({ name, number }) =>
    `NAME#2 has no space before the #, and quotes around it: "${name}#${number}":`,
};

const knownMistakes: readonly KnownMistake[] = [
  numberedKey,
  {
    shape: /^\s*(?:- )?(?<part>[^\s"'#{[:][^"':]*?\s#[^"'{[]*):(?:\s|$)/d,
    remedy: ({ part }) => `A # after a space begins a comment; quote the key: "${part}":`,
  },
  {
    shape: /^\s*(?:- )?(?<part>\[[^"'\s]*\][^"'\s:]*):(?:\s|$)/d,
    remedy: ({ part }) => `A [ begins a list; quote the key: "${part}":`,
  },
  {
    shape: /[^"'](?<part>\$\{[^}]*\})/d,
    remedy: ({ part }) =>
      `Inside of { } and [ ] a text with ${part} in it wants quotes around all of it.`,
  },
  {
    shape: /[^"'](?<part>\{\{[^{}]*\}\})/d,
    remedy: ({ part = '' }) =>
      `Text with {{ }} wants quotes: {expression: '${part.replaceAll("'", "''")}'}`,
  },
  {
    shape: /^\s*(?:- )?(?<part>[^\s"'#{[][^"'#{[]*?: [^"'#{[]*?):(?:\s|$)/d,
    remedy: () => 'Text with ": " in it wants quotes, be it a key or a value.',
  },
];

/** The remedy for a line that may hold a secret: it quotes nothing of it. */
const withoutWords =
  'Keys and values with signs of YAML in them want quotes; a secret is written as a reference, {env: NAME}.';

const maxLength = 500;

/**
 * What to write instead of the line around an offset, or of the last one before it that says
 * anything: the parser sees the consequence of an accident, often a line later. Null when the lines
 * have none of the known accidents.
 */
export function suggestFix(text: string, offset: number): SuggestedFix | null {
  const start = findLineStart(text, offset);
  const before = text.slice(0, start).trimEnd().length;
  return (
    suggestForLine(text, start, knownMistakes) ??
    (before === 0 ? null : suggestForLine(text, findLineStart(text, before), knownMistakes))
  );
}

/** The hint for a line that is a scalar to the parser and meant as the key `NAME#2`. */
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
    const isSuspect = isPossiblySecretLine(lines, last) || detectSecretLines(lines)[last] === true;
    if (isSuspect) return { remedy: withoutWords, range: place };
    return { remedy: remedy(found.groups ?? {}), range: place };
  }
  return null;
}

function findLineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}
