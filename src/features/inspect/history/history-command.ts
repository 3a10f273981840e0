import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printStored } from '../../../app/run/records/print-stored.ts';
import { formatName, formatQuoted, toLine, toOneLine } from '../../../kit/text/format-name.ts';
import { formatAligned, formatHanging } from '../../../kit/text/text-layout.ts';
import { toShortMiddle } from '../../../kit/text/to-short-visible.ts';
import type { Address } from '../../../model/address.ts';
import type { RunReader } from '../../../model/ports.ts';
import type { RolloutDecision, RunAccount, RunEnd, RunRecord } from '../../../model/state/run.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatRunTally } from '../../../reports/blocks/words/format-run-tally.ts';
import { formatShortCommit } from '../../../reports/blocks/words/format-short-commit.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

const shownByDefault = 20;

/** `cyclectl history`: lists past applies, newest first. */
export async function runHistory(
  context: CommandContext,
  options: GlobalOptions & { readonly limit?: number },
): Promise<ExitCode> {
  return printStored(context, options, async (store) => {
    const listed = await store.listRuns(options.limit ?? shownByDefault);
    const runs: PastRun[] = [];
    for (const run of listed) runs.push({ run, accepted: await readAccepted(store, run) });
    return options.format === 'json'
      ? formatJson(runs)
      : formatListing(context.terminal, {
          layOut: (columns) => formatText(runs, columns),
          rows: () => runs.map(({ run }) => toRow(run)),
        });
  });
}

/** A run, and for an accept its members; a run that is too old for its accounts has none. */
type PastRun = { readonly run: RunRecord; readonly accepted: readonly PastAcceptance[] };

/** An accepted member; `planned` where the run ended before it recorded that. */
type PastAcceptance = Pick<RunAccount, 'state'> & { readonly address: Address };

async function readAccepted(
  store: RunReader,
  { id, command }: RunRecord,
): Promise<readonly PastAcceptance[]> {
  if (command !== 'accept') return [];
  const found: PastAcceptance[] = [];
  for await (const { state, accepted = [] } of store.readRunAccounts(id)) {
    found.push(...accepted.map((address) => ({ address, state })));
  }
  return found;
}

function formatText(runs: readonly PastRun[], width: number): string {
  if (runs.length === 0) return 'No past applies.\n';
  return runs
    .map(
      ({ run, accepted }) =>
        `${[formatRun(run, width), ...listAccepted(accepted, width)].join('\n')}\n`,
    )
    .join('');
}

/** Members of an accept that are listed; more are counted. */
const maxAccepted = 10;

function listAccepted(accepted: readonly PastAcceptance[], width: number): readonly string[] {
  const more = accepted.length - maxAccepted;
  return [
    ...accepted.slice(0, maxAccepted).map(({ address, state }) => {
      const isDone = state === 'done';
      const fate = isDone ? '' : ', not recorded as accepted';
      const text = `${isDone ? '~' : '?'} ${toLine(formatPath(address))}${fate}`;
      return formatHanging(`${' '.repeat(placement.hang)}${text}`, placement.hang + 2, width);
    }),
    ...(more <= 0 ? [] : [`${' '.repeat(placement.hang)}and ${more} more: --format json`]),
  ];
}

function formatJson(runs: readonly PastRun[]): string {
  return formatDocument('history', {
    runs: runs.map(({ run, accepted }) => ({
      ...run,
      ...(accepted.length === 0 ? {} : { accepted }),
    })),
  });
}

const placement = { column: 29, hang: 4, most: 3 };

/** Columns of an address; cut in the middle it leads nowhere. */
const maxAddressLength = 500;

const outcomes: Readonly<Record<RunEnd['outcome'], string>> = {
  done: 'done',
  partial: 'partly done',
  'nothing-written': 'nothing was written',
  stopped: 'stopped',
};

const decisions: Readonly<Record<RolloutDecision, string>> = {
  opened: 'opened',
  passed: 'wave passed its gate',
  approved: 'wave approved',
  paused: 'paused',
  resumed: 'resumed',
  stopped: 'stopped',
  done: 'done',
  undoing: 'undo started',
  undone: 'undone',
};

/** One run of the history: time, command, result, counts; then author, commit and plan. */
function formatRun(run: RunRecord, width: number): string {
  const { id, author, approvedBy, reason, ciRun, commit, approved } = run;
  const facts = [
    `${formatName(author.user)} on ${formatName(author.host)}`,
    ...(approvedBy === undefined ? [] : [`approved by ${formatQuoted(approvedBy)}`]),
    ...(reason === undefined ? [] : [`reason ${formatQuoted(toOneLine(reason))}`]),
    ...(commit === null ? [] : [`commit ${formatName(formatShortCommit(commit))}`]),
    ...(approved === null
      ? []
      : [formatCounts(approved.summary), `plan ${approved.plan.slice(0, 12)}`]),
  ];
  return [
    formatAligned(formatName(id), `${formatRunName(run)} ${formatEnd(run)}`, {
      ...placement,
      width,
    }),
    formatAligned('', facts.join(', '), { ...placement, hang: placement.column, width }),
    // On a line of its own, since it is to be followed and not read.
    ...(ciRun === undefined
      ? []
      : [`${' '.repeat(placement.hang)}${toShortMiddle(ciRun, maxAddressLength)}`]),
  ].join('\n');
}

function formatRunName({ command, undoes, template, approved }: RunRecord): string {
  if (template !== undefined) return `${command} of the template ${formatQuoted(template)}`;
  if (approved?.options.reverts !== undefined) return `${command} of a drift revert`;
  return undoes === undefined ? command : `${command} of ${formatName(undoes)}`;
}

function formatEnd(run: RunRecord): string {
  const { length } = run.resumedAt;
  return `${formatOutcome(run)}${length === 0 ? '' : `, resumed ${times(length)}`}`;
}

function formatOutcome({ decided, end }: RunRecord): string {
  if (decided !== undefined) return decisions[decided];
  return end === null ? 'has not ended' : `${outcomes[end.outcome]}${countDone(end)}`;
}

function toRow(run: RunRecord): readonly string[] {
  const { id, author, commit, approved, approvedBy, reason, ciRun } = run;
  return [
    id,
    formatRunName(run),
    formatEnd(run),
    author.user,
    author.host,
    commit ?? '',
    approved?.plan ?? '',
    approvedBy ?? '',
    reason ?? '',
    ciRun ?? '',
  ];
}

function countDone({ accounts }: RunEnd): string {
  return Object.values(accounts).some((count) => count > 0) ? `: ${formatRunTally(accounts)}` : '';
}

function formatCounts(counts: {
  readonly creates: number;
  readonly updates: number;
  readonly replaces: number;
  readonly deletes: number;
}): string {
  const replaced = counts.replaces > 0 ? `, replace ${counts.replaces}` : '';
  return `create ${counts.creates}, update ${counts.updates}${replaced}, delete ${counts.deletes}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
