import { writeCodeBlock } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { Ledger, PieceKind } from './ledger.ts';
import { toBlockLines } from './telling.ts';
import { writeTableHead } from './write-table.ts';

/** What stands around the accounts. */
export type Standing = {
  readonly marker: string;
  readonly heading: string;
  /** Names of the columns of the table of accounts. */
  readonly columns: readonly string[];
  readonly lead: readonly string[];
  readonly end: readonly string[];
};

/** Accounts that are seen without a click; a longer table is folded away. */
const mostRows = 20;

/** The whole text, of what has been kept. */
export function layOut({ marker, heading, columns, lead, end }: Standing, ledger: Ledger): string {
  const paragraphs = [
    marker,
    heading,
    ...writeTold(ledger.list('told')),
    ...writeConcerns(ledger.list('concern')),
    ...lead,
    ...writeFolded(ledger),
    ...writeAccounts(columns, ledger.list('row')),
    ...ledger.list('details'),
    ...writeNotices(ledger.list('notices')),
    ...end,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** A part that is folded away until somebody clicks; `summary` is HTML. */
export function writeDetails(summary: string, text: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

function writeTold(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [writeCodeBlock('diff', toBlockLines(texts))];
}

function writeConcerns(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['**Look at these first**', lines.join('\n')];
}

function writeAccounts(columns: readonly string[], rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const table = [writeTableHead(columns), ...rows].join('\n');
  return [rows.length > mostRows ? writeDetails(count(rows.length, 'account'), table) : table];
}

function writeNotices(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const says = `Notices of ${count(texts.length, 'account')}`;
  return [writeDetails(says, writeCodeBlock('diff', texts))];
}

// What is not there is said before what is.
function writeFolded(ledger: Ledger): string[] {
  const kinds: readonly (readonly [PieceKind, before: string, noun: string, after: string])[] = [
    ['told', '', 'diagnostic', ''],
    ['concern', '', 'account', ' to look at first'],
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
    `> **Folded to fit into a comment.** Not shown here: ${all}. The other formats of this report have all of it.`,
  ];
}
