/**
 * Characters that move the cursor, color the terminal, change the direction of writing or are
 * invisible: controls, bidirectional marks, zero-width characters, line separators, tags, lone
 * surrogates and noncharacters.
 */
const unseen =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\p{Cs}\p{Noncharacter_Code_Point}\u{e0000}-\u{e007f}]/gu;

/** Escapes each of these characters as `\u{1b}`. */
export function toVisible(text: string): string {
  return formatUnseen(text, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The text with every such sign written in another way. */
export function formatUnseen(text: string, write: (sign: string) => string): string {
  return text.replace(unseen, write);
}

/**
 * Escapes each of these characters inside the strings of a JSON text as `\\u001b`; its value stays
 * the same.
 */
export function toVisibleJson(json: string): string {
  return formatUnseen(json, (sign) =>
    Array.from({ length: sign.length }, (_, index) => {
      const unit = sign.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, '0')}`;
    }).join(''),
  );
}

/** The text, or its beginning and `…` when it is longer than `most` UTF-16 units; no pair is cut in two. */
export function toShortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
