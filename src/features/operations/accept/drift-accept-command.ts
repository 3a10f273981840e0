import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toApplyExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openStatePorts, type StatePorts, systemClock } from '../../../app/ports/open-ports.ts';
import { type ProjectRequest, withSelectedProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { withSession } from '../../../app/run/open-session.ts';
import { openSpill } from '../../../app/run/open-spill.ts';
import { printUnfinished } from '../../../app/run/print-before-plan.ts';
import { openRunRecord } from '../../../app/run/records/open-run-record.ts';
import { reportUnknownAccounts } from '../../../engine/diff/check-drift-addresses.ts';
import { closeRunByStates, startRun } from '../../../engine/run/journal/journal-run.ts';
import { observeAll, openFreshContext, selectRun } from '../../../engine/run/open-run.ts';
import { withWholeCycles } from '../../../engine/run/reads/with-whole-cycles.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RunId } from '../../../model/state/lock.ts';
import { acceptAccounts, toRunAccount } from './accept-accounts.ts';
import type { AcceptanceOutcome, AcceptRequest, FoundAcceptance } from './acceptance.ts';
import {
  type AcceptanceFrame,
  formatAcceptanceJson,
  formatAcceptanceText,
} from './format-acceptance.ts';
import { selectAcceptable } from './select-acceptable.ts';
import { findGroup, selectMembers } from './select-group.ts';

export type DriftAcceptOptions = GlobalOptions & {
  /** Addresses as typed. */
  readonly address?: readonly string[];
  /** Group of equal changes, as a report of drift names it. */
  readonly group?: string;
  readonly reason?: string;
};

type AcceptContext = ProjectRequest & { readonly ports: StatePorts };

/**
 * `cyclectl drift --accept`: takes unmanaged changes as the new baseline, and records who did it and
 * why. Writes to no service.
 */
export async function runDriftAccept(
  context: CommandContext,
  options: DriftAcceptOptions,
): Promise<ExitCode> {
  const { directory, address = [], group = null, reason = '' } = options;
  const addresses = [...new Set(address)] as readonly string[] as readonly Address[];
  return withSelectedProject({ context, options, use: 'accounts' }, async (request) => {
    const { diagnostics, selected } = request.project;
    await printDiagnostics(context, directory, diagnostics);
    const unknown = reportUnknownAccounts(
      addresses,
      selected.entries,
      request.project.environment.name,
    );
    if (unknown.length > 0) return printRefused(context, directory, unknown);
    return withOpened(openStatePorts(request), (ports) =>
      acceptDrift({ ...request, ports }, { addresses, group, reason: reason.trim() }),
    );
  });
}

async function acceptDrift(accepting: AcceptContext, request: AcceptRequest): Promise<ExitCode> {
  const { context, options, project, ports } = accepting;
  const { directory, format } = options;
  await printUnfinished(accepting, ports.store);
  const spill = await openSpill<FoundAcceptance>();
  try {
    const counts = makeCounts();
    await spill.write(findAcceptable(accepting, request, counts));
    await printDiagnostics(context, directory, counts.refused);
    if (counts.wrong.length > 0) return await printRefused(context, directory, counts.wrong);
    const chosen = await selectFound(accepting, request, spill.read);
    if ('refused' in chosen) return await printRefused(context, directory, chosen.refused);
    counts.found = chosen.size ?? counts.found;
    const { id, outcomes } =
      counts.found === 0
        ? { id: null, outcomes: [] }
        : await saveAccepted(accepting, { reason: request.reason, found: chosen.found });
    const failed = outcomes.filter(({ diagnostics }) => diagnostics.length > 0);
    await printDiagnostics(
      context,
      directory,
      failed.flatMap(({ diagnostics }) => diagnostics),
    );
    const frame: AcceptanceFrame = {
      environment: project.environment.name,
      id,
      reason: request.reason,
      ...(request.group === null ? {} : { group: request.group }),
      compared: counts.compared,
      found: counts.found,
      managed: counts.managed,
      incomplete: counts.incomplete + failed.length,
    };
    await context.terminal.out(
      format === 'json'
        ? formatAcceptanceJson(frame, outcomes, context.reported)
        : formatAcceptanceText(frame, outcomes),
    );
    return toApplyExitCode({
      hasFailed: context.stopping.aborted || frame.incomplete > 0,
      hasWritten: outcomes.some(({ accepted }) => accepted.length > 0),
    });
  } finally {
    await spill.remove();
  }
}

type Found = () => AsyncIterable<FoundAcceptance>;

/** Narrows what was found to the requested group; `size` is the number of its changes. */
async function selectFound(
  { project }: AcceptContext,
  { group }: AcceptRequest,
  found: Found,
): Promise<
  { readonly found: Found; readonly size?: number } | { readonly refused: readonly Diagnostic[] }
> {
  if (group === null) return { found };
  const { name: environment } = project.environment;
  const known = await findGroup(found, { environment, group });
  if ('unknown' in known) return { refused: [known.unknown] };
  return { found: () => selectMembers(found, known.group), size: known.group.accounts };
}

type Counts = {
  compared: number;
  found: number;
  managed: number;
  /** Accounts that could not be read, or of which nothing can be accepted. */
  incomplete: number;
  /** Mistakes of the request. */
  readonly wrong: Diagnostic[];
  readonly refused: Diagnostic[];
};

function makeCounts(): Counts {
  return { compared: 0, found: 0, managed: 0, incomplete: 0, wrong: [], refused: [] };
}

/** Compares the selected accounts, or those of the addresses, and finds what can be accepted. */
async function* findAcceptable(
  { context, project, ports }: AcceptContext,
  request: AcceptRequest,
  counts: Counts,
): AsyncGenerator<FoundAcceptance, void, undefined> {
  const run = withWholeCycles(selectRun(toRun(project, ports), request.addresses));
  const print = (text: string) => ports.secrets.fingerprint(text);
  const phase = { does: 'comparing', total: run.entries.length, ports };
  for await (const { entry, observation } of withProgress(context, phase, observeAll(run))) {
    if (observation.kind !== 'observed') {
      counts.incomplete += 1;
      counts.refused.push(...observation.diagnostics);
      continue;
    }
    counts.compared += 1;
    const acceptable = selectAcceptable(observation.diff, request, print);
    if (acceptable.kind === 'wrong') {
      counts.wrong.push(...acceptable.diagnostics);
    } else if (acceptable.kind === 'refused') {
      counts.incomplete += 1;
      counts.refused.push(...acceptable.diagnostics);
    } else {
      counts.found += acceptable.changes.length;
      counts.managed += acceptable.managed;
      if (acceptable.changes.length > 0) yield { account: entry.key, changes: acceptable.changes };
    }
  }
}

/** Accepts as a run, recorded before its first write so that the history shows it. */
async function saveAccepted(
  { context, options, project, ports }: AcceptContext,
  { reason, found }: Pick<AcceptRequest, 'reason'> & { readonly found: Found },
): Promise<{ readonly id: RunId; readonly outcomes: readonly AcceptanceOutcome[] }> {
  context.deferSignals();
  const { store } = ports;
  const command = 'accept';
  return withSession(store, { context, command }, async (session) => {
    const { directory } = options;
    const asked = { command, approved: null, reason, directory, context } as const;
    const record = await openRunRecord(asked, session, store);
    let total = 0;
    const accounts = toRunAccounts(found(), () => {
      total += 1;
    });
    await startRun(store, record, { accounts, isGone: session.isGone });
    const run = toRun(project, ports);
    const isStopping = () => context.stopping.aborted;
    const accepting = {
      ...run,
      context: await openFreshContext(run.context),
      store,
      session,
      id: record.id,
      isStopping,
    };
    const accepted = acceptAccounts(accepting, found());
    const phase = { does: 'accepting', total, ports };
    const outcomes = await Array.fromAsync(withProgress(context, phase, accepted));
    await closeRunByStates(store, record, { at: systemClock.now(), isStopped: isStopping() });
    return { id: record.id, outcomes };
  });
}

async function* toRunAccounts(found: AsyncIterable<FoundAcceptance>, count: () => void) {
  for await (const each of found) {
    count();
    yield toRunAccount(each);
  }
}
