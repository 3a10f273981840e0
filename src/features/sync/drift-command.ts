import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, judgeDrift } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { publishReport } from '../../app/output/publish-report.ts';
import { tellOthers } from '../../app/output/tell-others.ts';
import { openForReading, type Workplace } from '../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../app/project/open-run.ts';
import { toWholeRun } from '../../app/project/to-run.ts';
import { isGoneFrom } from '../../app/run/open-session.ts';
import { openSpill, type Spill } from '../../app/run/open-spill.ts';
import { listLeftovers } from '../../engine/run/journal/list-leftovers.ts';
import { runDrift } from '../../engine/run/run-drift.ts';
import { readMachine } from '../../kit/machine.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import type { DriftReport } from '../../model/report/report-document.ts';
import { writeOwnText } from '../../reports/text/write-report-text.ts';
import { beginDriftNotes } from './begin-drift-notes.ts';
import { tallyDrift } from './tally-drift.ts';

/** `cyclectl drift`: what somebody else changed since our last apply. */
export async function runDriftCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withOpening(context, options, (opening) => driftHere(context, options, opening));
}

async function driftHere(
  context: CommandContext,
  options: GlobalOptions,
  opening: Opening,
): Promise<ExitCode> {
  const begun = performance.now();
  const { environment, selected } = opening;
  const place = await openForReading({
    root: opening.root,
    environment,
    context,
    verbose: options.verbose,
  });
  const spill = await openSpill<DriftAccount>();
  try {
    const left = await listLeftovers(place.store, {
      ...opening,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, left);
    const { counts, noted, outsideGit } = await collectDrift(context, options, {
      opening,
      place,
      spill,
    });
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    const { directory, select } = options;
    const { target } = place;
    const narrowed = select.length === 0 ? {} : { select };
    const run = {
      target,
      directory,
      ...narrowed,
      cost,
      skipped: selected.skipped,
      ...counts,
      ...noted,
      outsideGit,
    };
    const report: DriftReport = {
      kind: 'drift',
      run: { ...run, diagnostics: [...context.told] },
      accounts: () => spill.read(),
    };
    const text = writeOwnText(report, context.terminal.paint);
    await publishReport(context, options, { report, text });
    await tellOthers(context, options, { place, report });
    return judgeDrift(counts);
  } finally {
    await spill.remove();
    await place.close();
  }
}

/** Looks at every account, and notes what is found. */
async function collectDrift(
  context: CommandContext,
  options: GlobalOptions,
  {
    opening,
    place,
    spill,
  }: { readonly opening: Opening; readonly place: Workplace; readonly spill: Spill<DriftAccount> },
) {
  const notes = await beginDriftNotes(context, options, opening);
  try {
    const tally = tallyDrift();
    const { run, readOutsideGit } = toWholeRun(opening, place);
    await spill.write(tally.countAll(runDrift(run, notes)));
    const outsideGit = await readOutsideGit();
    const counts = tally.total();
    return { counts, outsideGit, noted: { at: notes.at, trend: await notes.keepRun(counts) } };
  } finally {
    await notes.close();
  }
}
