/**
 * A stretch of a text in which placeholders may stand: text, `${NAME}`, or `${` that nothing closes. Offsets
 * count UTF-16 units of the text; the end is exclusive.
 */
export type TextPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | ({ readonly kind: 'placeholder'; readonly name: string } & Stretch)
  | ({ readonly kind: 'open' } & Stretch);

export type Stretch = { readonly from: number; readonly to: number };

/** What a placeholder can come to. */
export type Scalar = string | number | boolean;

const sign = '${';
// No name is longer, and a text of many signs that nothing closes is not read again from each of them.
const pieces = /\$\$\{|\$\{(?:([^}]{0,200})\})?/g;

/** Whether a text has to be parsed at all; without the sign it means itself. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(sign);
}

/** Parts a text at its placeholders. `$${` is the two signs `${` themselves; nothing else is an escape. */
export function parsePlaceholders(text: string): readonly TextPiece[] {
  const found: TextPiece[] = [];
  let literal = '';
  let end = 0;
  const flush = () => {
    if (literal !== '') found.push({ kind: 'literal', text: literal });
    literal = '';
  };
  for (const match of text.matchAll(pieces)) {
    const [whole, name] = match;
    literal += text.slice(end, match.index);
    end = match.index + whole.length;
    if (whole === '$${') {
      literal += sign;
      continue;
    }
    flush();
    const stretch = { from: match.index, to: end };
    found.push(
      name === undefined ? { kind: 'open', ...stretch } : { kind: 'placeholder', name, ...stretch },
    );
  }
  literal += text.slice(end);
  flush();
  return found;
}

/**
 * The text with a value in place of each placeholder. One that is nothing but a placeholder keeps the type of
 * its value; beside other text a value stands in its plain form. What comes in is never parsed again.
 */
export function resolvePlaceholders(
  parsed: readonly TextPiece[],
  findValue: (name: string) => Scalar,
): Scalar {
  const [first] = parsed;
  if (parsed.length === 1 && first?.kind === 'placeholder') return findValue(first.name);
  return parsed
    .map((piece) => {
      if (piece.kind === 'literal') return piece.text;
      return piece.kind === 'open' ? sign : String(findValue(piece.name));
    })
    .join('');
}

/** A text that means the given one wherever placeholders are read, whatever signs it has. */
export function toEscapedText(text: string): string {
  // As a text, the replacement would be one dollar: $$ is an escape there too.
  return text.replaceAll(sign, () => '$${');
}

/** The same of every text in a value, keys too. */
export function toEscapedValue<Value>(value: Value): Value;
export function toEscapedValue(value: unknown): unknown {
  if (typeof value === 'string') return toEscapedText(value);
  if (Array.isArray(value)) return value.map((item) => toEscapedValue(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toEscapedText(key), toEscapedValue(item)]),
  );
}

/** What a text without placeholders means: a key, in which none may stand. */
export function toUnescapedText(text: string): string {
  return String(resolvePlaceholders(parsePlaceholders(text), () => ''));
}
