import { count } from '../../kit/text/text-layout.ts';
import { formatLines, listLines } from './format-code.ts';
import { type PieceKind, TextBudget } from './text-budget.ts';

/** Texts around the accounts. */
export type LayoutFrame = {
  readonly marker: string;
  readonly heading: string;
  /** Names of the columns of the table of accounts. */
  readonly columns: readonly string[];
  readonly lead: readonly string[];
  readonly end: readonly string[];
};

/** Accounts that are seen without a click; a longer table is folded away. */
const maxRows = 20;

/**
 * GitHub limits a comment to 65,536 characters and 262,144 bytes. UTF-16 units satisfy both,
 * because each is at least one character and at most three bytes. The rest is for lines of a caller.
 */
const maxUnits = 64_000;

/** A budget for the pieces of a comment. */
export function makeCommentBudget(): TextBudget {
  return new TextBudget(maxUnits);
}

/** A text that fits into a comment: pieces are folded until it does. */
export function formatLayout(frame: LayoutFrame, budget: TextBudget): string {
  let text = formatPieces(frame, budget);
  while (text.length > maxUnits && budget.shrinkBy(text.length - maxUnits)) {
    text = formatPieces(frame, budget);
  }
  return text;
}

/** The whole text from the kept pieces. */
function formatPieces(
  { marker, heading, columns, lead, end }: LayoutFrame,
  ledger: TextBudget,
): string {
  const paragraphs = [
    marker,
    heading,
    ...formatDiagnosticTexts(ledger.list('diagnostic')),
    ...formatConcerns(ledger.list('concern')),
    ...formatGroups('Review first', ledger.list('review')),
    ...lead,
    ...formatFolded(ledger),
    ...formatAccounts(columns, ledger.list('row')),
    ...formatGroups('Other changes', ledger.list('change')),
    ...ledger.list('details'),
    ...formatNotices(ledger.list('notices')),
    ...end,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** A collapsed section; `summary` is HTML. */
export function formatDetails(summary: string, text: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

function formatDiagnosticTexts(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [formatLines(listLines(texts))];
}

function formatConcerns(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['**Review first**', lines.join('\n')];
}

function formatGroups(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`**${title}**`, ...texts];
}

function formatAccounts(columns: readonly string[], rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const table = [formatTableHead(columns), ...rows].join('\n');
  return [rows.length > maxRows ? formatDetails(count(rows.length, 'account'), table) : table];
}

function formatNotices(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const text = `Notices of ${count(texts.length, 'account')}`;
  return [formatDetails(text, formatLines(texts))];
}

// Omissions come first.
function formatFolded(ledger: TextBudget): string[] {
  const kinds: readonly (readonly [PieceKind, before: string, noun: string, after: string])[] = [
    ['diagnostic', '', 'diagnostic', ''],
    ['concern', '', 'account', ' to review first'],
    ['review', '', 'group', ' of changes to review first'],
    ['change', '', 'group', ' of changes'],
    ['row', '', 'account', ' of the table'],
    ['details', 'the details of ', 'account', ''],
    ['notices', 'the notices of ', 'account', ''],
  ];
  const parts = kinds.flatMap(([kind, before, noun, after]) => {
    const folded = ledger.countFolded(kind);
    return folded === 0 ? [] : [`${before}${count(folded, noun)}${after}`];
  });
  if (parts.length === 0) return [];
  const last = parts.pop() ?? '';
  const all = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return [
    `> **Folded to fit into a comment.** Not shown here: ${all}. The other formats of this report show everything.`,
  ];
}

/** A table of words of ours, numbers, or text of others as code; numbers align right. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [formatTableHead(columns), ...rows.map(formatRow)].join('\n');
}

const ofWords: ReadonlySet<string> = new Set([
  'account',
  'equal unmanaged changes',
  'group',
  'result',
  'summary',
  '',
]);

/** Column names and alignment. */
function formatTableHead(columns: readonly string[]): string {
  const rule = columns.map((name) => (ofWords.has(name) ? '---' : '--:'));
  return [formatRow(columns), formatRow(rule)].join('\n');
}

/** One row; zeros become empty cells. */
export function formatRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (cell === 0 ? '' : String(cell))).join(' | ')} |`;
}
