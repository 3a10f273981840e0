import stringWidth from 'string-width';

/** Columns that a text fits into by default, unless a single word is wider. */
export const columns = 80;

/** Position and style of the second of two texts. */
export type TextPlacement = {
  /** The column that it begins at, counted from 0. */
  readonly column: number;
  /** The column of its lines if it does not fit beside the first text. */
  readonly hang: number;
  /** Lines that it may take beside the first text; 1 by default. */
  readonly most?: number;
  /** Columns of both texts; 80 by default. */
  readonly width?: number;
  /** Colours it, a line at a time. */
  readonly paint?: (line: string) => string;
};

/** Two texts on one line, the second at the right edge; on a line of its own where both do not fit. */
export function formatSpread(left: string, right: string, width = columns): string {
  if (right === '') return formatHanging(left, 2, width);
  const gap = width - stringWidth(left) - stringWidth(right);
  if (gap >= 2) return `${left}${' '.repeat(gap)}${right}`;
  const space = width - stringWidth(right);
  return `${formatHanging(left, 2, width)}\n${space < 2 ? formatParagraph(right, 2, width) : formatIndented(right, space)}`;
}

/** Two texts side by side, the second from a column on; on the next line if it does not fit. */
export function formatAligned(left: string, right: string, placement: TextPlacement): string {
  const { hang, width } = placement;
  if (right === '') return formatHanging(left, hang, width);
  const paint = placement.paint ?? ((line: string) => line);
  const beside = setBeside(left, right, placement);
  if (beside === null) {
    const below = formatParagraph(right, hang, width).split('\n').map(paint);
    return [formatHanging(left, hang, width), ...below].join('\n');
  }
  const [first = '', ...others] = beside.lines;
  const gap = ' '.repeat(beside.column - stringWidth(left));
  return [
    `${left}${gap}${paint(first)}`,
    ...others.map((line) => formatIndented(paint(line), beside.column)),
  ].join('\n');
}

/** Returns whether two texts fit on one line. */
export function isFittingBeside(left: string, right: string, placement: TextPlacement): boolean {
  return setBeside(left, right, { ...placement, most: 1 }) !== null;
}

/** Text broken at spaces into lines that begin at a column. */
export function formatParagraph(text: string, by: number, width = columns): string {
  return text
    .split('\n')
    .flatMap((line) => toWrappedLines(line, width - by))
    .map((line) => formatIndented(line, by))
    .join('\n');
}

// Stands for a space that is no end of a word; as wide as one, and in no text, which shows it as its number.
const joined = '\u{fdd0}';

/** Formats a shell command at a column, wrapped between words so that it can still be pasted. */
export function formatWrappedCommand(command: string, by: number, width = columns): string {
  const words = command.replace(/\\.|'[^']*'/g, (part) => part.replaceAll(' ', joined));
  return toWrappedLines(words, width - by - 2)
    .map((line) => formatIndented(line.replaceAll(joined, ' '), by))
    .join(' \\\n');
}

/** Wraps a text, with all lines but the first at a column. */
export function formatHanging(text: string, by: number, width = columns): string {
  if (stringWidth(text) <= width) return text;
  const lead = /^ *\S* */.exec(text)?.[0] ?? '';
  const margin = stringWidth(lead) <= by ? lead : (/^ */.exec(text)?.[0] ?? '');
  const [first = '', ...others] = toWrappedLines(text.slice(margin.length), width - by);
  return [margin + first, ...others.map((line) => formatIndented(line, by))].join('\n');
}

/** A line moved to the right. */
export function formatIndented(line: string, by: number): string {
  return `${' '.repeat(by)}${line}`;
}

/** `1 account`, `2 accounts`; an irregular plural is given. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Formats milliseconds: `3.2 s`, `12 min`, `2.5 h`. */
export function formatDuration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = ms / 60_000;
  return minutes < 59.5
    ? `${Math.max(1, Math.round(minutes))} min`
    : `${(minutes / 60).toFixed(1)} h`;
}

type Beside = { readonly column: number; readonly lines: readonly string[] };

function setBeside(left: string, right: string, placement: TextPlacement): Beside | null {
  const column = Math.max(placement.column, stringWidth(left) + 2);
  const room = (placement.width ?? columns) - column;
  if (room < 1) return null;
  const lines = toWrappedLines(right, room);
  const isWrapped = lines.length > 1;
  // A wider first text leaves room for one line or none.
  if (isWrapped && (lines.length > (placement.most ?? 1) || column > placement.column)) return null;
  return lines.every((line) => stringWidth(line) <= room) ? { column, lines } : null;
}

/** Thousands as people read them. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en');
}

/** Breaks text at spaces into lines of at most `columns`; a longer word has a line of its own. */
export function toWrappedLines(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || stringWidth(longer) <= columns) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}
