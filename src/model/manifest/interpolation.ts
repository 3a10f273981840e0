/**
 * A piece of a text with placeholders: text, `${NAME}`, or an unclosed `${`. Offsets count UTF-16
 * units of the text; the end is exclusive.
 */
export type TextPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | ({ readonly kind: 'placeholder'; readonly name: string } & Stretch)
  | ({ readonly kind: 'open' } & Stretch);

export type Stretch = { readonly from: number; readonly to: number };

/** Types of a resolved placeholder. */
export type Scalar = string | number | boolean;

const sign = '${';
// The bound on names keeps the time linear, also for many unclosed placeholders.
const pieces = /\$\$\{|\$\{(?:([^}]{0,200})\})?/g;

/** Returns whether a text needs parsing; otherwise it is literal. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(sign);
}

/** Splits a text at its placeholders. `$${` is a literal `${`; there is no other escape. */
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
 * Replaces each placeholder with its value. A text that is one placeholder keeps the type of the
 * value; otherwise the value becomes plain text. Values are never parsed again.
 */
export function resolvePlaceholders(
  parsed: readonly TextPiece[],
  findValue: (name: string) => unknown,
): unknown {
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

/** The literal text of a key, in which placeholders are not allowed. */
export function toUnescapedText(text: string): string {
  return String(resolvePlaceholders(parsePlaceholders(text), () => ''));
}
