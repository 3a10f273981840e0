import stringWidth from 'string-width';
import { toVisible } from './visible-text.ts';

/** Columns of the widest sign. */
const mostColumns = 2;

/** Characters whose width is kept. */
const mostWidths = 10_000;

/**
 * A visible text in at most `most` columns; a longer one keeps its start and end around `…`. Reads
 * only the ends of a long text.
 */
export function toShortMiddle(text: string, most: number): string {
  const whole = fitWhole(text, most);
  if (whole !== null) return whole;
  const half = Math.floor((most - 1) / 2);
  const head = takeWhileFits(toSigns(text.slice(0, half + 1)), half);
  const tail = takeWhileFits(toSigns(text.slice(-half - 1)).reverse(), half).reverse();
  return `${head.join('')}…${tail.join('')}`;
}

/** A visible text in at most `most` columns; a longer one keeps its start. */
export function toShortEnd(text: string, most: number): string {
  const whole = fitWhole(text, most);
  return whole ?? `${takeWhileFits(toSigns(text.slice(0, most)), most - 1).join('')}…`;
}

function fitWhole(text: string, most: number): string | null {
  // Nearly every text is of these kinds, and measuring sign by sign takes its time.
  if (text.length <= most && /^[\x20-\x7e]*$/.test(text)) return text;
  if (text.length > most * 4) return null;
  const shown = toVisible(text);
  if (shown.length * mostColumns <= most) return shown;
  const signs = [...text].map(toVisible);
  return signs.reduce((sum, sign) => sum + measure(sign), 0) <= most ? shown : null;
}

// A pair that was cut in two is left out rather than shown as a half.
function toSigns(part: string): string[] {
  const signs = [...part];
  if (isHalf(signs[0], /[\udc00-\udfff]/)) signs.shift();
  if (isHalf(signs.at(-1), /[\ud800-\udbff]/)) signs.pop();
  return signs.map(toVisible);
}

function isHalf(sign: string | undefined, half: RegExp): boolean {
  return sign?.length === 1 && half.test(sign);
}

function takeWhileFits(signs: readonly string[], most: number): string[] {
  let width = 0;
  return signs.filter((sign) => {
    width += measure(sign);
    return width <= most;
  });
}

const widths = new Map<string, number>();

// A mark that takes no room of its own counts as one column, for it could be repeated for ever.
function measure(sign: string): number {
  const known = widths.get(sign);
  if (known !== undefined) return known;
  const width = Math.max(1, stringWidth(sign));
  // Texts have few of all characters.
  if (widths.size < mostWidths) widths.set(sign, width);
  return width;
}
