import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import type { ReadPorts } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { formatArgument, formatQuoted } from '../../../kit/text/format-name.ts';
import { type ApiFailure, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import {
  formatTransactionsText,
  formatTransactionText,
  listStepRows,
  listTransactionRows,
} from './format-transactions.ts';
import { toPast } from './incidents-command.ts';
import { makeConsoleUrl } from './make-console-url.ts';
import { findRecord } from './read-record.ts';
import { makeRedactor, readIncidents } from './run-incidents.ts';
import { toStepRuns, withProblems } from './transactions.ts';
import { type CycleAnswer, type KnownCycle, withCycle } from './with-cycle.ts';

export type TransactionsOptions = GlobalOptions & {
  readonly address: string;
  readonly transaction?: string;
  /** Milliseconds to look back. */
  readonly since: number;
  readonly limit: number;
  /** Location of what identifies a record, such as `Contact.Id`. */
  readonly record?: string;
};

/**
 * `cyclectl transactions ADDRESS`: lists runs of a cycle with their errors; with a transaction, the steps
 * that it called. Writes nothing, and never prints what a step sent or received.
 */
export async function runTransactionsCommand(
  context: CommandContext,
  options: TransactionsOptions,
): Promise<ExitCode> {
  return withCycle(context, options, (request, ports, found) =>
    options.transaction === undefined
      ? listRuns(request, ports, found)
      : describeRun(request, ports, { found, transaction: options.transaction }),
  );
}

async function listRuns(
  { context, options }: ProjectRequest<TransactionsOptions>,
  ports: ReadPorts,
  { account, accountId, address, cycleId }: KnownCycle,
): Promise<CycleAnswer> {
  const after = toPast(ports, options.since);
  const listed = await ports.reader.listTransactions(accountId, { after }, cycleId);
  if (!listed.ok)
    return reportUnreadRuns(
      address,
      makeRedactor(account, ports.secrets)(formatFailure(listed.failure)),
    );
  const levels = ['error', 'warning'] as const;
  const incidents = await readIncidents(ports, { after, levels }, account);
  if (incidents.kind === 'unread') return { refused: incidents.diagnostics };
  const url = makeConsoleUrl(ports.environment.consoleUrl);
  const all = withProblems(listed.value, incidents.incidents, { accountId, cycleId, url });
  const runs = all.slice(0, options.limit);
  const frame = { address, after, environment: ports.environment.name, all: all.length };
  const { paint } = context.terminal;
  return {
    text:
      options.format === 'json'
        ? formatDocument('transactions', { run: frame, transactions: runs })
        : formatListing(context.terminal, {
            layOut: () => formatTransactionsText(frame, runs, paint),
            rows: () => listTransactionRows(runs),
          }),
  };
}

async function describeRun(
  { context, options }: ProjectRequest<TransactionsOptions>,
  ports: ReadPorts,
  { found, transaction }: { readonly found: KnownCycle; readonly transaction: string },
): Promise<CycleAnswer> {
  const { account, accountId, address, cycleId } = found;
  const { record = null } = options;
  // Anything else would be another path.
  if (!/^[\w-]{1,100}$/.test(transaction)) return reportNoTransaction(address, transaction);
  const at = { account: accountId, cycle: cycleId };
  const steps = await ports.reader.listTransactionSteps(at, transaction, record);
  if (!steps.ok) {
    return isNoTransaction(steps.failure)
      ? reportNoTransaction(address, transaction)
      : reportUnreadRuns(
          address,
          makeRedactor(account, ports.secrets)(formatFailure(steps.failure)),
        );
  }
  const after = toPast(ports, options.since);
  const incidents = await readIncidents(ports, { after, levels: ['error', 'warning'] }, account);
  if (incidents.kind === 'unread') return { refused: incidents.diagnostics };
  const own = incidents.incidents.filter((each) => each.transaction === transaction);
  const place = { accountId, cycle: cycleId, transaction };
  const detail = {
    address,
    environment: ports.environment.name,
    transaction,
    url: makeConsoleUrl(ports.environment.consoleUrl)(place),
    steps: toStepRuns(steps.value, own),
    ...(record === null
      ? {}
      : {
          record,
          value: hideSecrets(findRecord(steps.value), makeRedactor(account, ports.secrets)),
        }),
  };
  const { paint } = context.terminal;
  return {
    text:
      options.format === 'json'
        ? formatDocument('transaction', { transaction: detail })
        : formatListing(context.terminal, {
            layOut: () => formatTransactionText(detail, paint),
            rows: () => listStepRows(detail),
          }),
  };
}

function hideSecrets(text: string | null, redact: (text: string) => string): string | null {
  return text === null ? null : redact(text);
}

/** The service refuses an id of another form, and does not find that of another cycle. */
function isNoTransaction(failure: ApiFailure): boolean {
  return failure.kind === 'not-found' || (failure.kind === 'rejected' && failure.status === 400);
}

function reportNoTransaction(address: KnownCycle['address'], transaction: string): CycleAnswer {
  return {
    refused: [
      reportError('address-unknown', {
        summary: `The cycle has no transaction ${formatQuoted(transaction)}`,
        address,
        remedy: `To list those of the last day, run cyclectl transactions ${formatArgument(address)}.`,
      }),
    ],
  };
}

function reportUnreadRuns(address: KnownCycle['address'], why: string): CycleAnswer {
  return {
    refused: [
      reportError('unread', {
        summary: `The runs could not be read: ${why}`,
        address,
        remedy: 'Nothing is known of them; run the command again.',
      }),
    ],
  };
}
