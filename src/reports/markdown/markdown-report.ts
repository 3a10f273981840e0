import { formatCodeSpan } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import { truncateEnd, truncateMiddle } from '../../kit/text/truncate-visible.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { CommandContext } from '../../model/report/report.ts';
import type { Concern } from '../judge/concern.ts';
import { formatNotices, isActionRequired } from '../text/format-notices.ts';
import { formatDiagnosticBlock } from '../text/parts/format-diagnostic-block.ts';
import { plainPaint } from '../text/parts/paint.ts';
import { formatObjectPath } from '../words/format-path.ts';
import type { Urgency } from './text-budget.ts';

/** How a report of a kind is told in Markdown. What is foreign stands in code; all else are words of ours. */
export type MarkdownReport<Account> = {
  /** What was done, to what: the heading up to its verdict. */
  readonly title: string;
  /** Of the table, after the account. */
  readonly columns: readonly string[];
  /** One account; null where it has nothing to say. */
  readonly toAccount: (account: Account) => MarkdownAccount | null;
  /** What the whole came to. Asked when all accounts are told, as are those that follow. */
  readonly verdict: () => string;
  /** Paragraphs beneath the heading. */
  readonly lead: () => readonly string[];
  /** Paragraphs at the end: what to do next. */
  readonly end: () => readonly string[];
};

/** What is told of an account; lines are those of the text, as they stand beneath its name. */
export type MarkdownAccount = {
  readonly account: string;
  readonly urgency: Urgency;
  /** What a person looks at first; null where nothing. Asked where there may be room for it, as are those below. */
  readonly concern: (() => string) | null;
  /** Of its row in the table; null where it needs none. */
  readonly cells: readonly (string | number)[] | null;
  /** What it comes to, in our own words. */
  readonly says: string;
  /** What there is to know; null where nothing. */
  readonly details: (() => readonly string[]) | null;
  /** What is only told; null where nothing. */
  readonly notices: (() => readonly string[]) | null;
};

/** Columns of a name, an address or a sentence that stands in code. */
const maxCodeLength = 300;

/** Columns of a line; those of the text are shorter, unless somebody has made a word of a million letters. */
const maxLineLength = 1000;

/** Objects that are named in a list; more are counted. */
const maxNames = 5;

/** Foreign text within a sentence of ours. */
export function formatCode(text: string): string {
  return formatCodeSpan(truncateMiddle(text, maxCodeLength));
}

/** The line for an account that has concerns: `**deletes** cycles/a, cycles/b; **interrupts** cycles/c`. */
export function formatConcerns(concerns: readonly Concern[]): string {
  return concerns
    .map(({ says, addresses }) => {
      const names = addresses.slice(0, maxNames).map((item) => formatCode(formatObjectPath(item)));
      const left = addresses.length - names.length;
      return `**${says}** ${[...names, ...(left > 0 ? [`and ${left} more`] : [])].join(', ')}`;
    })
    .join('; ');
}

/** What a person reads first of an account that went wrong: a word of ours, and the first thing that is wrong. */
export function formatFirstDiagnostic(
  word: string,
  [first, ...others]: readonly Diagnostic[],
): string {
  if (first === undefined) return `**${word}**`;
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'more thing')}`;
  return `**${word}** ${formatCode(first.summary)}${more}`;
}

/** An account of which nothing is known but what went wrong. */
export function toUnknownAccount(
  word: 'NOT PLANNED' | 'NOT READ',
  {
    account,
    diagnostics,
  }: { readonly account: string; readonly diagnostics: readonly Diagnostic[] },
): MarkdownAccount {
  return {
    account,
    urgency: 0,
    concern: () => formatFirstDiagnostic(word, diagnostics),
    cells: [word.toLowerCase()],
    says: word,
    details: () => formatDiagnosticLines(diagnostics),
    notices: null,
  };
}

/** An account that was looked at: what differs, and what of its notices a person must see to, and what is only told. */
export function toObservedAccount(
  reported: Pick<MarkdownAccount, 'account' | 'cells' | 'says'> & {
    readonly concerns: readonly Concern[];
    readonly notices: readonly Notice[];
    readonly writeDifferences: () => readonly string[];
  },
  place: CommandContext,
): MarkdownAccount {
  const { account, cells, says, concerns, notices, writeDifferences } = reported;
  const manner = { paint: plainPaint, ...place };
  const forPerson = notices.filter(isActionRequired);
  const toldOnly = notices.filter((notice) => !isActionRequired(notice));
  return {
    account,
    urgency: concerns.length === 0 ? 3 : concerns.some(({ isLoss }) => isLoss) ? 1 : 2,
    concern: concerns.length === 0 ? null : () => formatConcerns(concerns),
    cells,
    says,
    details:
      cells === null && forPerson.length === 0
        ? null
        : () => [...writeDifferences(), ...formatNotices(forPerson, manner)],
    notices: toldOnly.length === 0 ? null : () => formatNotices(toldOnly, manner),
  };
}

/** Diagnostics as lines. */
export function formatDiagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, plainPaint));
}

/** Lines for a block of code: their margin is taken off, so that marks stand first, and none is endless. */
export function toBlockLines(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => truncateEnd(line.replace(/^ {2}/, ''), maxLineLength));
}
