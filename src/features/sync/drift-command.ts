import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, toDriftExitCode } from '../../app/exit-codes.ts';
import { readCommit } from '../../app/git/read-commit.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { sendNotifications } from '../../app/output/send-notifications.ts';
import { withProgress } from '../../app/output/with-progress.ts';
import { writeReport } from '../../app/output/write-report.ts';
import { openReadPorts, type ReadPorts, systemClock } from '../../app/ports/open-ports.ts';
import { openStoreNotes } from '../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { toWholeRun } from '../../app/project/to-run.ts';
import { listDistrust, openExports } from '../../app/run/open-exports.ts';
import { makeRunId } from '../../app/run/open-run-record.ts';
import { openSpill, type Spill } from '../../app/run/open-spill.ts';
import { printUnfinished } from '../../app/run/print-before-plan.ts';
import { type DriftRecorder, openDriftRecorder } from '../../engine/run/open-drift-recorder.ts';
import { type DriftLook, runDrift } from '../../engine/run/run-drift.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { reportWarning } from '../../model/diagnostic/diagnostic.ts';
import type { Capabilities } from '../../model/live/capabilities.ts';
import { type ChangeGroup, makeChangeGroups } from '../../model/observed/change-groups.ts';
import { addFolded, type Folded } from '../../model/plan/folded.ts';
import { isReportedOnly, type Unobserved } from '../../model/plan/plan.ts';
import type { DriftAccount, DriftFrame } from '../../model/report/report.ts';
import type { DriftReport } from '../../model/report/report-document.ts';
import type { DriftLogUnavailable, DriftTally, TrendPoint } from '../../model/state/drift-log.ts';
import { formatOwnText } from '../../reports/text/format-report-text.ts';

/** Recorder of one run of drift, open until closed. */
type OpenedDriftNotes = Pick<DriftRecorder, 'recordItems'> & {
  /** Start of the run, ISO UTC. */
  readonly at: string;
  /**
   * Records the run with its counts. Returns recorded runs over all accounts, oldest first, with
   * this one.
   */
  saveRun(tally: DriftTally): Promise<readonly TrendPoint[]>;
  close(): Promise<void>;
};

/** Totals of a drift report. */
type DriftCounts = DriftTally &
  Folded &
  Pick<
    DriftFrame,
    | 'unapplied'
    | 'unclear'
    | 'unreadParts'
    | 'ignored'
    | 'reported'
    | 'withoutBaseline'
    | 'uncompared'
    | 'leftOut'
    | 'groups'
    | keyof Unobserved
  >;

/** `cyclectl drift`: reports out-of-band changes since the last apply. */
export async function runDriftCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withProject(context, options, async (request) => {
    const ports = await openReadPorts(request);
    const spill = await openSpill<DriftAccount>();
    try {
      await printUnfinished(request, ports.store);
      const { counts, noted, outsideGit } = await collectDrift(request, ports, spill);
      const { directory, select } = options;
      const { target } = ports;
      const unknownMembers = ports.listUnknownMembers();
      const narrowed = select.length === 0 ? {} : { select };
      const run = {
        target,
        directory,
        ...narrowed,
        cost: ports.readCost(),
        skipped: request.project.selected.skipped,
        ...counts,
        ...noted,
        outsideGit,
        ...(unknownMembers.length === 0 ? {} : { unknownMembers }),
      };
      const report: DriftReport = {
        kind: 'drift',
        run: { ...run, diagnostics: [...context.reported] },
        accounts: () => spill.read(),
      };
      const text = formatOwnText(report, context.terminal.paint);
      await writeReport(context, options, { report, text });
      await sendNotifications(context, options, { ports, report });
      return toDriftExitCode(counts);
    } finally {
      await spill.remove();
      await ports.close();
    }
  });
}

/** Observes every account and records the findings. */
async function collectDrift(request: ProjectRequest, ports: ReadPorts, spill: Spill<DriftAccount>) {
  const notes = await startDriftNotes(request);
  try {
    const tally = countDrift(request.project.environment.name);
    const { run, readOutsideGit } = toWholeRun(request.project, ports);
    const follow = <T>(isOne: (account: T) => boolean, accounts: AsyncIterable<T>) => {
      const found = { word: 'with drift', isOne };
      const phase = { does: 'comparing', total: run.entries.length, ports, found };
      return withProgress(request.context, phase, accounts);
    };
    const exports = await openExports<DriftLook>(
      run.entries.length,
      Date.parse(notes.at),
      (looks) => follow((look) => hasDrift(look.found), looks),
    );
    try {
      const accounts =
        exports === null
          ? follow(hasDrift, runDrift(run, notes))
          : runDrift(run, notes, exports.byExports);
      await spill.write(tally.countAll(accounts));
    } finally {
      await exports?.remove();
    }
    const outsideGit = await readOutsideGit();
    const counts = tally.total();
    const noted = { at: notes.at, trend: await notes.saveRun(counts), ...listDistrust(exports) };
    return { counts, outsideGit, noted };
  } finally {
    await notes.close();
  }
}

/** Counts the accounts of a drift report while they stream past. */
function countDrift(environment: string) {
  const counts = {
    accounts: 0,
    withDrift: 0,
    unapplied: 0,
    unread: 0,
    items: 0,
    ignored: 0,
    notReadable: 0,
  };
  const byKind = { field: 0, gone: 0, 'authentication-lost': 0, stopped: 0, unmanaged: 0 };
  const byMoved = { live: 0, both: 0, unknown: 0 };
  let folded: Folded = {};
  let unclear = 0;
  const beside = { reported: 0, unreadParts: 0, withoutBaseline: 0, uncompared: 0, leftOut: 0 };
  const groups = makeChangeGroups(environment);
  const notOffered = new Set<keyof Capabilities>();
  const add = (account: DriftAccount): void => {
    counts.accounts += 1;
    if (account.kind === 'unread') {
      counts.unread += 1;
      return;
    }
    folded = addFolded(folded, account.notices);
    counts.items += account.items.length;
    counts.ignored += account.ignored.length;
    beside.reported += account.items.filter(isReportedOnly).length;
    beside.unreadParts += account.notices.filter(({ kind }) => kind === 'part-unread').length;
    beside.withoutBaseline += account.withoutBaseline ?? 0;
    beside.uncompared += account.uncompared ?? 0;
    beside.leftOut += account.leftOut ?? 0;
    counts.notReadable += account.notReadable;
    unclear += countUnclear(account);
    if (hasDrift(account)) counts.withDrift += 1;
    if (!account.isApplied) counts.unapplied += 1;
    for (const part of account.notOffered) notOffered.add(part);
    for (const item of account.items) {
      byKind[item.kind] += 1;
      byMoved[item.moved] += 1;
      if (item.kind === 'unmanaged') groups.add(item);
    }
  };
  return {
    async *countAll(
      accounts: AsyncIterable<DriftAccount>,
    ): AsyncGenerator<DriftAccount, void, undefined> {
      for await (const account of accounts) {
        add(account);
        yield account;
      }
    },
    total: (): DriftCounts => ({
      ...counts,
      ...folded,
      ...(unclear === 0 ? {} : { unclear }),
      ...Object.fromEntries(Object.entries(beside).filter(([, found]) => found > 0)),
      ...toGroups(groups.list()),
      byKind,
      byMoved,
      notOffered: [...notOffered],
    }),
  };
}

function toGroups(groups: readonly ChangeGroup[]): Pick<DriftFrame, 'groups'> {
  return groups.length === 0 ? {} : { groups };
}

// Skips an object that is gone, because it counts as drift already.
function countUnclear({
  notices,
  items,
}: Extract<DriftAccount, { readonly kind: 'read' }>): number {
  const gone = new Set(items.flatMap(({ kind, address }) => (kind === 'gone' ? [address] : [])));
  return notices.filter((notice) => notice.kind === 'unclear' && !gone.has(notice.address)).length;
}

/**
 * Opens the recorder of drift. Warns once and records nothing where that fails, because drift works
 * without it.
 */
async function startDriftNotes(request: ProjectRequest): Promise<OpenedDriftNotes> {
  const { context, options, project } = request;
  const at = systemClock.now();
  const id = makeRunId(at);
  const giveUp = (why: OperationalError) => reportNotRecorded(context, options, why);
  const port = await tryOpen(() => openStoreNotes(request), giveUp);
  if (typeof port === 'string') await reportUnavailable(port, context, giveUp);
  const open = typeof port === 'string' ? null : port;
  const notes = await openDriftRecorder(open, {
    id,
    clock: systemClock,
    keys: project.keys,
    giveUp,
  });
  return {
    at,
    recordItems: notes.recordItems,
    saveRun: async ({ accounts, withDrift, unread, items, byKind, byMoved }) => {
      const commit = await readCommit(options.directory, context.environment);
      const tally = { accounts, withDrift, unread, items, byKind, byMoved };
      return notes.saveRun({ id, at, commit, select: options.select, ...tally });
    },
    close: async () => open?.close(),
  };
}

async function tryOpen<T>(
  open: () => Promise<T>,
  giveUp: (why: OperationalError) => Promise<void>,
): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    await giveUp(error);
    return null;
  }
}

// Treats a missing store as normal, because no object is managed yet.
async function reportUnavailable(
  lack: DriftLogUnavailable,
  { terminal }: CommandContext,
  giveUp: (why: OperationalError) => Promise<void>,
): Promise<void> {
  if (lack === 'no-store') {
    terminal.log('Drift is not recorded before the first apply or adopt: there is no store yet.');
    return;
  }
  await giveUp(
    new OperationalError('the store has the schema of an earlier version', {
      remedy: 'The next apply migrates it; until then drift shows no dates and no trend.',
    }),
  );
}

function reportNotRecorded(
  context: CommandContext,
  { directory }: GlobalOptions,
  { message, remedy }: OperationalError,
): Promise<void> {
  const summary = `Drift is not recorded: ${message}`;
  return printDiagnostics(context, directory, [
    reportWarning('drift-not-noted', { summary, remedy }),
  ]);
}

// The count of progress is the one of the report.
function hasDrift(account: DriftAccount): boolean {
  return account.kind === 'read' && !account.items.every(isReportedOnly);
}
