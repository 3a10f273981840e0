import { listNearest } from '../../kit/text/nearest.ts';
import { type Diagnostic, reportWarning } from '../diagnostic/diagnostic.ts';

/**
 * Known words of the settings that take one (SERVICE B [T]; `First` is assumed). The console offers
 * more, whose words no source has: another word is not wrong for certain.
 */
export const serviceWords = {
  errorAction: ['Ignore', 'Retry'],
  collectionSplit: ['All', 'None', 'First'],
} as const;

/** A word that is none of the known ones. */
export type UnknownWord = {
  readonly key: keyof typeof serviceWords;
  readonly word: string;
  /** The known word that was meant, in all likelihood; null if none is near. */
  readonly near: string | null;
};

/** Finds the unknown word of a field; null for a known one, and for a field that takes none. */
export function findUnknownWord(key: string, word: unknown): UnknownWord | null {
  if (!isWordKey(key) || typeof word !== 'string') return null;
  const known: readonly string[] = serviceWords[key];
  if (known.includes(word)) return null;
  return { key, word, near: listNearest(word, known)[0] ?? null };
}

/** Warns of an unknown word. */
export function reportUnknownWord(
  { key, word, near }: UnknownWord,
  place: Pick<Diagnostic, 'at' | 'address'>,
): Diagnostic {
  const known = `Known words: ${serviceWords[key].join(', ')}.`;
  return reportWarning('word-unknown', {
    summary: `${key} has no known word "${word}"`,
    ...place,
    remedy:
      near === null
        ? `${known} The service refuses a word that it does not have.`
        : `Did you mean ${near}? ${known}`,
  });
}

function isWordKey(key: string): key is UnknownWord['key'] {
  return Object.hasOwn(serviceWords, key);
}
