import { withLabels } from '../../app/output/with-labels.ts';
import { readMade } from '../../app/output/write-report.ts';
import { toWholeRun } from '../../app/project/to-run.ts';
import { openSpill } from '../../app/run/open-spill.ts';
import { writeFileAtomically } from '../../kit/files/write-file.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import type { DriftReport } from '../../model/report/report-document.ts';
import { type DriftRun, maxTrendPoints, toTrendPoint } from '../../model/state/drift-log.ts';
import type { Sweep } from '../../model/state/shared/sweep.ts';
import type { Watch } from '../../model/state/shared/watch.ts';
import { formatReportHtml } from '../../reports/html/format-report-html.ts';
import { countDrift } from '../sync/drift/count-drift.ts';
import type { OpenedStation } from './station.ts';

type Written = {
  readonly station: OpenedStation;
  readonly watch: Pick<Watch, 'readFound'>;
  readonly sweep: Sweep;
  /** True for the replica that records the sweep in the log of drift. */
  readonly isRecorded: boolean;
  readonly file: string;
};

/** Writes the HTML report of a sweep that has ended, from what all replicas found. */
export async function writeSweepReport(written: Written): Promise<void> {
  const { station, watch, sweep, isRecorded, file } = written;
  const { ports, request, snapshot, notes } = station;
  const { context, options, project } = request;
  const spill = await openSpill<DriftAccount>();
  try {
    const tally = countDrift(project.environment.name);
    const looked: string[] = [];
    const noted = async function* (accounts: AsyncIterable<DriftAccount>) {
      for await (const account of accounts) {
        looked.push(account.account);
        yield account;
      }
    };
    await spill.write(tally.countAll(noted(watch.readFound())));
    const counts = tally.total();
    const at = new Date(sweep.startedMs).toISOString();
    const { select } = options;
    if (isRecorded) {
      const { accounts, withDrift, unread, items, byKind, byMoved } = counts;
      const totals = { accounts, withDrift, unread, items, byKind, byMoved };
      const run: DriftRun = { id: sweep.id, at, commit: snapshot.commit, select, ...totals };
      await notes.saveLooks(sweep.id, looked);
      await notes.saveDriftRun(run);
    }
    const trend = await notes.listDriftRuns({ limit: maxTrendPoints, fleetOnly: true });
    const durationMs = (sweep.endedMs ?? sweep.startedMs) - sweep.startedMs;
    const report: DriftReport = {
      kind: 'drift',
      run: {
        target: ports.target,
        directory: snapshot.shown,
        ...(select.length === 0 ? {} : { select }),
        cost: { requests: sweep.requests, durationMs },
        ...counts,
        at,
        skipped: project.selected.skipped,
        trend: trend.toReversed().map(toTrendPoint),
        outsideGit: await toWholeRun(project, ports).readOutsideGit(),
        diagnostics: [...context.reported],
      },
      accounts: () => spill.read(),
    };
    const made = await readMade(context, options.directory);
    const labelled = withLabels(report, context.reports.labels);
    await writeFileAtomically({ path: file, text: formatReportHtml(labelled, made), mode: 0o600 });
  } finally {
    await spill.remove();
  }
}
