import { formatCodeSpan } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import { toShortEnd, toShortMiddle } from '../../kit/text/to-short-visible.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { CommandContext } from '../../model/report/report.ts';
import type { Concern } from '../classify/concern.ts';
import { formatObjectPath } from '../phrases/format-path.ts';
import { formatNotices, isActionRequired } from '../text/format-notices.ts';
import { formatDiagnosticBlock } from '../text/parts/format-diagnostic-block.ts';
import { plainPaint } from '../text/parts/paint.ts';
import type { Urgency } from './text-budget.ts';

/** A kind of report in Markdown. Text of others is code; everything else is words of ours. */
export type MarkdownReport<Account> = {
  /** The heading without its summary. */
  readonly title: string;
  /** Table columns after the account. */
  readonly columns: readonly string[];
  /** One account, or null to omit it. */
  readonly toAccount: (account: Account) => MarkdownAccount | null;
  /** The result of the whole; called after all accounts, as are those below. */
  readonly summary: () => string;
  /** Paragraphs below the heading. */
  readonly lead: () => readonly string[];
  /** Paragraphs at the end: the next commands. */
  readonly end: () => readonly string[];
};

/** An account; lines are those of the text format. */
export type MarkdownAccount = {
  readonly account: string;
  readonly urgency: Urgency;
  /** The reason to review it, or null. Called only if there may be room, as are those below. */
  readonly concern: (() => string) | null;
  /** Its row in the table, or null. */
  readonly cells: readonly (string | number)[] | null;
  /** A summary in words of ours. */
  readonly text: string;
  /** Details, or null. */
  readonly details: (() => readonly string[]) | null;
  /** Notices, or null. */
  readonly notices: (() => readonly string[]) | null;
};

/** Columns of a name, an address or a sentence as code. */
const maxCodeLength = 300;

/** Columns of a line, a bound for very long words. */
const maxLineLength = 1000;

/** Objects that are named in a list; more are counted. */
const maxNames = 5;

/** Text of others within a sentence of ours. */
export function formatCode(text: string): string {
  return formatCodeSpan(toShortMiddle(text, maxCodeLength));
}

/** The line for an account that has concerns: `**deletes** cycles/a, cycles/b; **interrupts** cycles/c`. */
export function formatConcerns(concerns: readonly Concern[]): string {
  return concerns
    .map(({ text, addresses }) => {
      const names = addresses.slice(0, maxNames).map((item) => formatCode(formatObjectPath(item)));
      const left = addresses.length - names.length;
      return `**${text}** ${[...names, ...(left > 0 ? [`and ${left} more`] : [])].join(', ')}`;
    })
    .join('; ');
}

/** The first line about an account that failed: a word of ours, and its first problem. */
export function formatFirstDiagnostic(
  word: string,
  [first, ...others]: readonly Diagnostic[],
): string {
  if (first === undefined) return `**${word}**`;
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'more thing')}`;
  return `**${word}** ${formatCode(first.summary)}${more}`;
}

/** An account that has only an error. */
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
    text: word,
    details: () => formatDiagnosticLines(diagnostics),
    notices: null,
  };
}

/** An account that was read: differences, manual actions, and notices. */
export function toObservedAccount(
  reported: Pick<MarkdownAccount, 'account' | 'cells' | 'text'> & {
    readonly concerns: readonly Concern[];
    readonly notices: readonly Notice[];
    readonly writeDifferences: () => readonly string[];
  },
  context: CommandContext,
): MarkdownAccount {
  const { account, cells, text, concerns, notices, writeDifferences } = reported;
  const manner = { paint: plainPaint, ...context };
  const forPerson = notices.filter(isActionRequired);
  const noticesOnly = notices.filter((notice) => !isActionRequired(notice));
  return {
    account,
    urgency: concerns.length === 0 ? 3 : concerns.some(({ isLoss }) => isLoss) ? 1 : 2,
    concern: concerns.length === 0 ? null : () => formatConcerns(concerns),
    cells,
    text: text,
    details:
      cells === null && forPerson.length === 0
        ? null
        : () => [...writeDifferences(), ...formatNotices(forPerson, manner)],
    notices: noticesOnly.length === 0 ? null : () => formatNotices(noticesOnly, manner),
  };
}

/** Diagnostics as lines. */
export function formatDiagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, plainPaint));
}

/** Lines for a block of code, without their margin and truncated. */
export function toBlockLines(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => toShortEnd(line.replace(/^ {2}/, ''), maxLineLength));
}
