/** The shells that have a script. */
export type Shell = 'bash' | 'zsh' | 'fish';

/** A command line up to the cursor. */
export type TypedLine = {
  /** Words before the one at the cursor, without quotes. */
  readonly before: readonly string[];
  /** The word at the cursor, without quotes. */
  readonly word: string;
  /** The same as it was typed. */
  readonly typed: string;
  /** The quote that is open at the cursor; empty for none. */
  readonly quote: string;
};

/** Parses the line of bash, whose first word is the program. Expands nothing and runs nothing. */
export function parseLine(line: string): TypedLine {
  const words: { word: string; typed: string; quote: string }[] = [];
  let current: (typeof words)[number] | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    const isBlank = letter === ' ' || letter === '\t';
    if (isBlank && (current?.quote ?? '') === '') {
      current = null;
      continue;
    }
    if (current === null) {
      current = { word: '', typed: '', quote: '' };
      words.push(current);
    }
    current.typed += letter;
    if (letter === current.quote) current.quote = '';
    else if (current.quote === '' && (letter === '"' || letter === "'")) current.quote = letter;
    else if (letter === '\\' && isEscape(current.quote, line[at + 1] ?? '')) {
      at += 1;
      current.typed += line[at] ?? '';
      current.word += line[at] ?? '';
    } else current.word += letter;
  }
  const last = current ?? { word: '', typed: '', quote: '' };
  const before = words.filter((each) => each !== last).map(({ word }) => word);
  return { ...last, before: before.slice(1) };
}

// Within double quotes a backslash is itself before most characters.
function isEscape(quote: string, next: string): boolean {
  return quote === '' || (quote === '"' && /["\\$`]/.test(next));
}

/** Parses words as zsh and fish pass them: as they were typed, but fish reads those before the last. */
export function parseWords(words: readonly string[], shell: Exclude<Shell, 'bash'>): TypedLine {
  const read = (word: string): TypedLine => parseLine(`program ${word}`);
  const before = words.slice(0, -1);
  return {
    ...read(words.at(-1) ?? ''),
    before: shell === 'fish' ? before : before.map((each) => read(each).word),
  };
}

/**
 * Writes a value so that the shell takes it as it is, and in place of the part of the typed word that
 * the shell replaces. Null if it cannot be written there.
 */
export function toInsertion(
  value: string,
  line: TypedLine,
  { shell, breaks }: { readonly shell: Shell; readonly breaks: string },
): string | null {
  // Control characters, also those that turn text around, which names of others may have.
  if (/\p{C}/u.test(value)) return null;
  // zsh quotes it, and replaces the whole word.
  if (shell === 'zsh') return value;
  const rest = value.slice(findKept(line, shell, breaks));
  if (shell === 'fish') return rest;
  if (line.quote === "'") return rest.includes("'") ? null : rest;
  // An exclamation mark means an earlier command there, and cannot be written otherwise.
  if (line.quote === '"') return rest.includes('!') ? null : rest.replaceAll(/["\\$`]/g, '\\$&');
  return rest.replaceAll(/[^\w@%+:,./=\p{L}\p{N}-]/gu, '\\$&');
}

/** Number of characters of the unquoted word that stay in front of what the shell inserts. */
function findKept({ word, typed, quote }: TypedLine, shell: Shell, breaks: string): number {
  if (shell !== 'bash') return /^-[^=]*=/.test(typed) ? word.lastIndexOf('=') + 1 : 0;
  // Within quotes bash replaces what is behind the quote.
  if (quote !== '') return word.length - parseLine(`x ${afterQuote(typed, quote)}`).word.length;
  const last = [...breaks]
    .filter((each) => each === '=' || each === ':')
    .map((each) => word.lastIndexOf(each));
  return Math.max(-1, ...last) + 1;
}

function afterQuote(typed: string, quote: string): string {
  return typed.slice(typed.lastIndexOf(quote) + 1);
}
