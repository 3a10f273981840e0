import { cutEnd, cutMiddle } from '../../kit/text/cut-text.ts';
import { writeCodeSpan } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { CommandPlace } from '../../model/report/report.ts';
import type { Concern } from '../judge/concern.ts';
import { plainPaint } from '../text/parts/paint.ts';
import { writeDiagnosticBlock } from '../text/parts/write-diagnostic-block.ts';
import { isForPerson, writeNotices } from '../text/write-notices.ts';
import { withinAccount } from '../words/write-path.ts';
import type { Urgency } from './ledger.ts';

/** How a report of a kind is told in Markdown. What is foreign stands in code; all else are words of ours. */
export type Telling<Account> = {
  /** What was done, to what: the heading up to its verdict. */
  readonly title: string;
  /** Of the table, after the account. */
  readonly columns: readonly string[];
  /** One account; null where it has nothing to say. */
  readonly tell: (account: Account) => ToldAccount | null;
  /** What the whole came to. Asked when all accounts are told, as are those that follow. */
  readonly verdict: () => string;
  /** Paragraphs beneath the heading. */
  readonly lead: () => readonly string[];
  /** Paragraphs at the end: what to do next. */
  readonly end: () => readonly string[];
};

/** What is told of an account; lines are those of the text, as they stand beneath its name. */
export type ToldAccount = {
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
const longestCode = 300;

/** Columns of a line; those of the text are shorter, unless somebody has made a word of a million letters. */
const longestLine = 1000;

/** Objects that are named in a list; more are counted. */
const mostNames = 5;

/** Foreign text within a sentence of ours. */
export function writeCode(text: string): string {
  return writeCodeSpan(cutMiddle(text, longestCode));
}

/** The line for an account that has concerns: `**deletes** cycles/a, cycles/b; **interrupts** cycles/c`. */
export function writeConcerns(concerns: readonly Concern[]): string {
  return concerns
    .map(({ says, addresses }) => {
      const names = addresses.slice(0, mostNames).map((item) => writeCode(withinAccount(item)));
      const left = addresses.length - names.length;
      return `**${says}** ${[...names, ...(left > 0 ? [`and ${left} more`] : [])].join(', ')}`;
    })
    .join('; ');
}

/** What a person reads first of an account that went wrong: a word of ours, and the first thing that is wrong. */
export function writeTrouble(word: string, [first, ...others]: readonly Diagnostic[]): string {
  if (first === undefined) return `**${word}**`;
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'more thing')}`;
  return `**${word}** ${writeCode(first.summary)}${more}`;
}

/** An account of which nothing is known but what went wrong. */
export function tellUnknown(
  word: 'NOT PLANNED' | 'NOT READ',
  {
    account,
    diagnostics,
  }: { readonly account: string; readonly diagnostics: readonly Diagnostic[] },
): ToldAccount {
  return {
    account,
    urgency: 0,
    concern: () => writeTrouble(word, diagnostics),
    cells: [word.toLowerCase()],
    says: word,
    details: () => writeDiagnosticLines(diagnostics),
    notices: null,
  };
}

/** An account that was looked at: what differs, and what of its notices a person must see to, and what is only told. */
export function tellLookedAt(
  told: Pick<ToldAccount, 'account' | 'cells' | 'says'> & {
    readonly concerns: readonly Concern[];
    readonly notices: readonly Notice[];
    readonly writeDifferences: () => readonly string[];
  },
  place: CommandPlace,
): ToldAccount {
  const { account, cells, says, concerns, notices, writeDifferences } = told;
  const manner = { paint: plainPaint, ...place };
  const forPerson = notices.filter(isForPerson);
  const toldOnly = notices.filter((notice) => !isForPerson(notice));
  return {
    account,
    urgency: concerns.length === 0 ? 3 : concerns.some(({ isLoss }) => isLoss) ? 1 : 2,
    concern: concerns.length === 0 ? null : () => writeConcerns(concerns),
    cells,
    says,
    details:
      cells === null && forPerson.length === 0
        ? null
        : () => [...writeDifferences(), ...writeNotices(forPerson, manner)],
    notices: toldOnly.length === 0 ? null : () => writeNotices(toldOnly, manner),
  };
}

/** Diagnostics as lines. */
export function writeDiagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, plainPaint));
}

/** Lines for a block of code: their margin is taken off, so that marks stand first, and none is endless. */
export function toBlockLines(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => cutEnd(line.replace(/^ {2}/, ''), longestLine));
}
