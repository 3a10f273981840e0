import stringWidth from 'string-width';
import { makePlanCounter } from '../../../src/engine/run/planning/make-plan-counter.ts';
import { toVisible } from '../../../src/kit/text/visible-text.ts';
import { addFolded, type Folded } from '../../../src/model/plan/folded.ts';
import { type AccountOutcome, countOutcomes } from '../../../src/model/plan/outcome.ts';
import { noChoices, type PlanTarget } from '../../../src/model/plan/plan.ts';
import type {
  DriftAccount,
  DriftFrame,
  PlanFrame,
  PlannedAccount,
  PlanRequest,
  RunCost,
} from '../../../src/model/report/report.ts';
import type {
  ApplyReport,
  DriftReport,
  PlanReport,
  ReportMetadata,
} from '../../../src/model/report/report-document.ts';
import { formatOwnText } from '../../../src/reports/text/format-report-text.ts';
import { type Paint, plainPaint } from '../../../src/reports/text/paint.ts';

/** A run on the embedded service that cost a little. */
export const target: PlanTarget = {
  environment: 'local',
  service: 'emulator',
  address: 'world.yaml',
};
/** A plan that was asked for in its own folder, without a choice. */
export const asked: PlanRequest = { directory: '.', select: [], ...noChoices };
export const cost: RunCost = { requests: 17, durationMs: 3200 };

/** The frame of a plan of these accounts, counted as a run counts them. */
export function framePlan(
  accounts: readonly PlannedAccount[],
  more: Partial<PlanFrame> = {},
): PlanFrame {
  const tally = makePlanCounter(0);
  for (const account of accounts) tally.add(account);
  const next = { kind: 'save', asked } as const;
  const summary = tally.total();
  return { target, summary, cost, maxDeletes: 0, requestsPerSecond: 10, next, ...more };
}

/** The frame of a drift report of these accounts. */
export function frameDrift(accounts: readonly DriftAccount[]): DriftFrame {
  const read = accounts.flatMap((account) => (account.kind === 'read' ? [account] : []));
  const items = read.flatMap((account) => account.items);
  return {
    target,
    cost,
    at: '2026-11-22T06:00:00Z',
    trend: [],
    accounts: accounts.length,
    withDrift: read.filter((account) => account.items.length > 0).length,
    unapplied: read.filter((account) => !account.isApplied).length,
    unread: accounts.length - read.length,
    skipped: 0,
    notOffered: [...new Set(read.flatMap((account) => account.notOffered))],
    notReadable: read.reduce((sum, account) => sum + account.notReadable, 0),
    items: items.length,
    byKind: countBy(items, ({ kind }) => kind, ['field', 'gone', 'authentication-lost', 'stopped']),
    byMoved: countBy(items, ({ moved }) => moved, ['live', 'both', 'unknown']),
    ignored: read.reduce((sum, account) => sum + account.ignored.length, 0),
    ...read.reduce<Folded>((sum, account) => addFolded(sum, account.notices), {}),
  };
}

function countBy<T, K extends string>(
  items: readonly T[],
  keyOf: (item: T) => K,
  keys: readonly K[],
): Record<K, number> {
  const counts = keys.map((key) => [key, items.filter((item) => keyOf(item) === key).length]);
  return Object.fromEntries(counts) as Record<K, number>;
}

/** When reports of tests were made. */
export const made: ReportMetadata = {
  at: '2026-11-21T10:00:00.000Z',
  tool: 'cyclectl 0.0.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  folder: 'integrations/',
};

/** The report of a plan of these accounts. */
export function reportPlan(
  accounts: readonly PlannedAccount[],
  more: Partial<PlanFrame> = {},
): PlanReport {
  const run = { ...framePlan(accounts, more), diagnostics: [] };
  return { kind: 'plan', run, accounts: () => accounts };
}

/** The report of the drift of these accounts. */
export function reportDrift(accounts: readonly DriftAccount[]): DriftReport {
  const run = { ...frameDrift(accounts), diagnostics: [] };
  return { kind: 'drift', run, accounts: () => accounts };
}

/** The report of an apply that came to this. */
export function reportApply(outcomes: readonly AccountOutcome[]): ApplyReport {
  const summary = countOutcomes(outcomes);
  const run = { target, cost, notPlanned: 0, waits: 0, summary, diagnostics: [] };
  return { kind: 'apply', run, accounts: () => outcomes };
}

/** A plan as one text. */
export async function readPlanText(
  accounts: readonly PlannedAccount[],
  more: Partial<PlanFrame> = {},
  paint: Paint = plainPaint,
): Promise<string> {
  return join(formatOwnText(reportPlan(accounts, more), paint));
}

/** A drift report as one text. */
export function readDriftText(
  accounts: readonly DriftAccount[],
  paint: Paint = plainPaint,
): Promise<string> {
  return join(formatOwnText(reportDrift(accounts), paint));
}

/** The end of an apply as one text. */
export function readApplyText(
  outcomes: readonly AccountOutcome[],
  paint: Paint = plainPaint,
): Promise<string> {
  return join(formatOwnText(reportApply(outcomes), paint));
}

/** All pieces of a text. */
export async function join(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Lines that are too wide although they could have been broken at a space. A command is one piece. */
export function findWideLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => stringWidth(line) > 80 && !line.startsWith('  cyclectl '))
    .filter((line) => !line.split(' ').some(isWideWord))
    .filter((line) => !listArguments(line).some(isWideWord));
}

// In a command below a notice, a quoted text is one word.
function listArguments(line: string): readonly string[] {
  return line.startsWith(' '.repeat(10)) ? (line.match(/(?:\\.|'[^']*'|[^ '])+/g) ?? []) : [];
}

// True for a word too long for its own line, which starts at column 10 or 13.
function isWideWord(word: string): boolean {
  return stringWidth(word) > 80 - 13;
}

/** Lines with characters that a terminal interprets. */
export function findRawLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== toVisible(line));
}

/** Paints with the sequences that a terminal gets. */
export const ansiPaint: Paint = {
  columns: 80,
  bold: (text) => `\u001b[1m${text}\u001b[22m`,
  dim: (text) => `\u001b[2m${text}\u001b[22m`,
  red: (text) => `\u001b[31m${text}\u001b[39m`,
  green: (text) => `\u001b[32m${text}\u001b[39m`,
  yellow: (text) => `\u001b[33m${text}\u001b[39m`,
  cyan: (text) => `\u001b[36m${text}\u001b[39m`,
};
