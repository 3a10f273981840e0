import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { toSeconds } from '../../../kit/text/instant.ts';
import {
  count,
  formatAligned,
  formatDuration,
  formatHanging,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import type { Address } from '../../../model/address.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import { formatKind } from './format-incidents.ts';
import type { RunProblem, StepRun, TransactionRun } from './transactions.ts';

type Frame = {
  readonly address: Address;
  /** ISO UTC. */
  readonly after: string;
  readonly environment: string;
  /** Number of runs, listed or not. */
  readonly all: number;
};

/** A run with the steps that it called. */
export type TransactionDetail = {
  readonly address: Address;
  readonly environment: string;
  readonly transaction: RemoteId;
  readonly url: string | null;
  readonly steps: readonly StepRun[];
  /** Location of what identifies the record, and that. */
  readonly record?: string;
  readonly value?: string | null;
};

/** Formats runs of a cycle, the newest first. */
export function* formatTransactionsText(
  { address, after, environment, all }: Frame,
  runs: readonly TransactionRun[],
  paint: Paint,
): Generator<string, void, undefined> {
  const { columns } = paint;
  const title = `Transactions of ${formatPath(address)} in ${formatName(environment)}`;
  yield `${formatSpread(paint.bold(title), count(all, 'transaction'), columns)}\n`;
  if (all === 0) yield `\nNone began since ${formatName(toSeconds(after))}.\n`;
  else yield '\n';
  for (const run of runs) yield `${formatRun(run, paint).join('\n')}\n`;
  const more = all - runs.length;
  if (more > 0)
    yield `\n${count(more, 'earlier transaction')} since ${formatName(toSeconds(after))}: --limit.\n`;
}

const placement = { column: 26, hang: 6 };

function formatRun(run: TransactionRun, paint: Paint): string[] {
  const { columns: width } = paint;
  const { id, status, startedAt, parent, problems, url } = run;
  const isBad = problems.some(({ level }) => level === 'error');
  const facts = [
    isBad ? paint.red(formatName(status)) : formatName(status),
    formatName(id),
    ...formatTook(run),
    ...(parent === null ? [] : [`part of ${formatName(parent)}`]),
  ];
  return [
    formatAligned(
      `${isBad ? '!' : ' '} ${formatName(toSeconds(startedAt ?? 'time unknown'))}`,
      facts.join(', '),
      {
        ...placement,
        width,
      },
    ),
    ...problems.map((problem) => formatHanging(`      ${formatProblem(problem)}`, 8, width)),
    ...(url === null ? [] : [`      ${url}`]),
  ];
}

/** A shorter time is not shown. */
const shortestMs = 1000;

function formatTook(times: {
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}): string[] {
  const { startedAt, endedAt } = times;
  if (startedAt === null || endedAt === null) return [];
  const tookMs = Date.parse(endedAt) - Date.parse(startedAt);
  return tookMs < shortestMs ? [] : [formatDuration(tookMs)];
}

function formatProblem({ level, stepName, message, status }: RunProblem): string {
  const text = formatKind({ level, step: stepName, message, status });
  return level === 'warning' ? `warning: ${text}` : text;
}

/** Formats the steps of a run; never what they sent or received. */
export function* formatTransactionText(
  detail: TransactionDetail,
  paint: Paint,
): Generator<string, void, undefined> {
  const { columns } = paint;
  const { address, environment, transaction, steps, url, record, value } = detail;
  const title = `Transaction ${formatName(transaction)} of ${formatPath(address)} in ${formatName(environment)}`;
  yield `${formatSpread(paint.bold(title), count(steps.length, 'step'), columns)}\n`;
  if (url !== null) yield `  ${url}\n`;
  if (record !== undefined) {
    const shown = value === null || value === undefined ? 'not found' : formatQuoted(value);
    yield `  ${formatName(record)} ${shown}\n`;
  }
  yield '\n';
  if (steps.length === 0) yield 'No step data: it was deleted, or nothing was called.\n';
  for (const step of steps) yield `${formatStep(step, paint).join('\n')}\n`;
}

function formatStep(step: StepRun, paint: Paint): string[] {
  const { columns } = paint;
  const { stepName, hasErred, startedAt, problems } = step;
  const name = formatName(stepName ?? step.step);
  const facts = [
    ...(hasErred ? [paint.red('error')] : []),
    ...(startedAt === null ? ['not called'] : [formatName(toSeconds(startedAt))]),
    ...formatTook(step),
  ];
  return [
    formatAligned(`${hasErred ? '!' : ' '} ${name}`, facts.join(', '), {
      column: 36,
      hang: 6,
      width: columns,
    }),
    ...problems.map((problem) =>
      formatHanging(`      ${formatProblem({ ...problem, stepName: null })}`, 8, columns),
    ),
  ];
}

/** A row per run. */
export function listTransactionRows(
  runs: readonly TransactionRun[],
): readonly (readonly string[])[] {
  return runs.map(({ id, status, startedAt, endedAt, parent, problems, url }) => [
    id,
    status,
    startedAt ?? '',
    endedAt ?? '',
    parent ?? '',
    problems.map(formatProblem).join('; '),
    url ?? '',
  ]);
}

/** A row per step, each with what identifies the record. */
export function listStepRows({ steps, value }: TransactionDetail): readonly (readonly string[])[] {
  return steps.map(({ step, stepName, hasErred, startedAt, endedAt, problems }) => [
    step,
    stepName ?? '',
    hasErred ? 'error' : 'ok',
    startedAt ?? '',
    endedAt ?? '',
    problems.map((each) => formatProblem({ ...each, stepName: null })).join('; '),
    value ?? '',
  ]);
}
