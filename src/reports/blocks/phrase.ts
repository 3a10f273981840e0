import { formatName } from '../../kit/text/format-name.ts';

/** A text of others within words of ours. */
type Name = { readonly name: string };

/** A sentence without a full stop: words of ours, and texts of others that each format escapes. */
export type Phrase = string | readonly (string | Name)[];

/** How a format shows both. */
export type PhraseWriter = {
  readonly name: (name: string) => string;
  readonly words?: (words: string) => string;
};

const plainWriter: PhraseWriter = { name: formatName };

/** A phrase in a format; by default as plain text. */
export function formatPhrase(phrase: Phrase, writer: PhraseWriter = plainWriter): string {
  const { name: writeName, words: writeWords = (words) => words } = writer;
  const parts = typeof phrase === 'string' ? [phrase] : phrase;
  return parts
    .map((part) => (typeof part === 'string' ? writeWords(part) : writeName(part.name)))
    .join('');
}

/** A phrase as a sentence, with a capital and a full stop. */
export function formatSentence(phrase: Phrase, writer: PhraseWriter = plainWriter): string {
  const text = formatPhrase(phrase, writer);
  const first = typeof phrase === 'string' ? phrase : phrase[0];
  const start = typeof first === 'string' ? text.slice(0, 1).toUpperCase() : text.slice(0, 1);
  return `${start}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** Phrases as sentences of one paragraph. */
export function formatSentences(phrases: readonly Phrase[], writer?: PhraseWriter): string {
  return phrases.map((phrase) => formatSentence(phrase, writer)).join(' ');
}

/** Many texts of others with commas, and how many more there are. */
export function listNames(names: readonly Phrase[], more: number): Exclude<Phrase, string> {
  const parts = names.map((name) => (typeof name === 'string' ? [name] : name));
  const last = more > 0 ? [[`and ${more} more`]] : [];
  return [...parts, ...last].flatMap((part, index) => (index === 0 ? part : [', ', ...part]));
}
